import type { EventBatch } from '../wire/events';

/** How the connection to the server stands. */
export type Standing = 'lost' | 'open' | 'opening' | 'refused';

/** What a tab hears: how the connection stands, or what has happened. */
export type News =
  | { readonly kind: Standing }
  /** What was told before is not all: the events that are kept are to be asked for again. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'batch'; readonly batch: EventBatch };

/** Follows the server's events; what is given tells how the connection stands. */
export function followEvents(tell: (news: News) => void): () => News {
  const source = new EventSource('/api/events');
  let current: { readonly kind: Standing } = { kind: 'opening' };
  const stand = (kind: Standing): void => {
    if (current.kind === kind) return;
    current = { kind };
    tell(current);
  };
  let epoch: string | undefined;
  const begin = ({ data }: MessageEvent<string>): void => {
    // Another process, or one that was away for too long.
    if (epoch !== undefined) tell({ kind: 'anew' });
    epoch = data;
    stand('open');
  };
  source.addEventListener('anew', begin);
  source.addEventListener('ready', ({ data }: MessageEvent<string>) => {
    epoch ??= data;
    stand('open');
  });
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    tell({ kind: 'batch', batch: JSON.parse(data) as EventBatch });
  });
  source.addEventListener('error', () => {
    stand(source.readyState === EventSource.CLOSED ? 'refused' : 'lost');
  });
  return () => current;
}
