import { signal } from '@preact/signals';
import type { DeskEvent, EventBatch } from '../wire/events';
import { call } from './call';
import type { News, Standing } from './follow-events';
import { followEvents } from './follow-events';
import type { KeptEvents } from '../wire/events';

type Listener = (batch: readonly DeskEvent[]) => void;

/** How the connection to the server stands. */
export const connection = signal<Standing>('opening');

/** So many events are taken in one task. */
const mostInTask = 500;

const listeners: Listener[] = [];

/** Calls back with what happens, in its order, from what the server has kept on. To be called while modules load. */
export function onEvents(listener: Listener): void {
  listeners.push(listener);
}

/** Follows the server, over one stream for all tabs where the browser can share one. */
export function startStream(): void {
  const hear = hearing();
  if (typeof SharedWorker === 'undefined') {
    followEvents(hear);
    return;
  }
  const { port } = new SharedWorker(ownScript('/stream.js'), { type: 'module', name: location.host });
  port.onmessage = ({ data }: MessageEvent<News>) => {
    hear(data);
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

/** Puts what was kept before what comes, and nothing twice. */
function hearing(): (news: News) => void {
  let upTo = -1;
  let waiting: EventBatch[] | undefined = [];
  const take = (batch: EventBatch): void => {
    if (batch.upTo <= upTo) return;
    upTo = batch.upTo;
    spread(batch.events);
  };
  const begin = async (): Promise<void> => {
    waiting = [];
    try {
      const kept = await call.get<KeptEvents>('/api/events/kept');
      for (let at = 0; at < kept.events.length; at += mostInTask) {
        spread(kept.events.slice(at, at + mostInTask));
        await new Promise((resolve) => setTimeout(resolve));
      }
      upTo = kept.upTo;
      for (const batch of waiting) take(batch);
      waiting = undefined;
    } catch {
      // The stream says how the connection stands, and that it goes on.
    }
  };
  return (news) => {
    if (news.kind === 'batch') {
      if (waiting === undefined) take(news.batch);
      else waiting.push(news.batch);
      return;
    }
    if (news.kind !== 'anew') connection.value = news.kind;
    if (news.kind === 'anew') spread(all.map((area) => ({ type: 'desk.begun', area })));
    if (news.kind === 'anew' || (news.kind === 'open' && waiting !== undefined)) void begin();
  };
}

const all = ['hand', 'run', 'setup', 'traffic'] as const;

function spread(events: readonly DeskEvent[]): void {
  for (const listener of listeners) listener(events);
}
