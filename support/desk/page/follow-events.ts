import type { EventBatch } from '../wire/events';

/** How the connection to the server stands. */
export type Standing = 'lost' | 'open' | 'opening' | 'refused';

/** What a tab hears: how the connection stands, or what has happened. */
export type News =
  | { readonly kind: Standing }
  /** What was told before is not all: the events that are kept are to be asked for again. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'batch'; readonly batch: EventBatch };

/** A connection to the server. */
export interface Following {
  /** How it stands. */
  readonly current: () => News;
  /** Tries again where it was refused: the person may have opened the desk's address since. */
  readonly again: () => void;
}

/** Follows the server's events; `tell` is told them, and how the connection stands. */
export function followEvents(tell: (news: News) => void): Following {
  let standing: Standing = 'opening';
  const stand = (next: Standing): void => {
    if (standing === next) return;
    standing = next;
    tell({ kind: next });
  };
  let epoch: string | undefined;
  const begin = (own: string, isAnew: boolean): void => {
    const isOther = epoch !== undefined && epoch !== own;
    epoch = own;
    // Another process, or one that this was away from for too long.
    if (isAnew || isOther) tell({ kind: 'reset' });
    stand('open');
  };
  const open = (): void => {
    const source = new EventSource('/api/events');
    for (const how of ['reset', 'ready'])
      source.addEventListener(how, ({ data }: MessageEvent<string>) => {
        begin(data, how === 'reset');
      });
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      tell({ kind: 'batch', batch: JSON.parse(data) as EventBatch });
    });
    source.addEventListener('error', () => {
      stand(source.readyState === EventSource.CLOSED ? 'refused' : 'lost');
    });
  };
  open();
  return {
    current: () => ({ kind: standing }),
    again() {
      if (standing !== 'refused') return;
      standing = 'opening';
      open();
    },
  };
}
