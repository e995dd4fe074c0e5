import { render } from 'preact';
import { App } from './app';
import { startStream } from './stream';
import { loadStrings } from './strings';

async function start(): Promise<void> {
  await loadStrings('/strings.json');
  const place = document.getElementById('app');
  if (place !== null) render(<App />, place);
  startStream();
}

void start();
