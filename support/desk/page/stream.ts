import { signal } from '@preact/signals';
import type { DeskEvent, KeptEvents } from '../wire/events';
import { call } from './call';
import type { News, Standing } from './follow-events';
import { followEvents } from './follow-events';
import { Hearing } from './hearing';

type Listener = (batch: readonly DeskEvent[]) => void;

/** How the connection to the server stands. */
export const connection = signal<Standing>('opening');

const listeners: Listener[] = [];

/** Calls back with what happens, in its order, from what the server has kept on. To be called while modules load. */
export function onEvents(listener: Listener): void {
  listeners.push(listener);
}

/** Follows the server, over one stream for all tabs where the browser can share one. */
export function startStream(): void {
  const hearing = new Hearing({
    kept: () => call.get<KeptEvents>('/api/events/kept'),
    take(events) {
      for (const listener of listeners) hand(events, listener);
    },
    stand(standing) {
      connection.value = standing;
    },
  });
  const hear = (news: News): void => {
    hearing.hear(news);
  };
  if (typeof SharedWorker === 'undefined') followEvents(hear);
  else share(hear);
}

/** A view that fails takes no other with it. */
function hand(events: readonly DeskEvent[], listener: Listener): void {
  try {
    listener(events);
  } catch (error) {
    reportError(error);
  }
}

function share(hear: (news: News) => void): void {
  const worker = new SharedWorker(ownScript('/stream.js'), { type: 'module', name: location.host });
  const { port } = worker;
  port.onmessage = ({ data }: MessageEvent<News>) => {
    hear(data);
  };
  worker.onerror = () => {
    followEvents(hear);
  };
  addEventListener('pagehide', () => {
    port.postMessage('closed');
  });
  // A page that comes back from the browser's cache has been forgotten.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The page's policy lets no other text become the address of a script. */
function ownScript(path: '/stream.js'): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('desk', { createScriptURL: () => path }).createScriptURL(path) ?? path;
}
