import { createInterface } from 'node:readline';
import { Sleeper } from '../../support/cli/caller';

// Prints, for every line that it reads, whether a signal woke up its parent and not this process too.
const parent = new Sleeper(process.ppid);
createInterface({ input: process.stdin }).on('line', () => {
  console.log(String(parent.wasWoken()));
});
console.log('ready');
