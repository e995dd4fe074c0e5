import type { UiEvent } from '../api';
import type { PageConnection, PageEvent } from './state';

/** Hears what the server tells, as long as the page is open. */
export function follow(take: (events: readonly PageEvent[]) => void): void {
  let source: EventSource | undefined;
  let lastId = '';
  let isFresh = false;
  const stand = (connection: PageConnection): void => {
    take([{ type: 'connection', connection }]);
  };
  const open = (): void => {
    const opened = new EventSource(lastId === '' ? '/events' : `/events?after=${lastId}`);
    source = opened;
    opened.addEventListener('all', () => {
      // What the page shows stays until what follows is there.
      isFresh = true;
      stand('open');
    });
    opened.addEventListener('on', () => {
      stand('open');
    });
    opened.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      lastId = lastEventId;
      const events = JSON.parse(data) as UiEvent[];
      take(isFresh ? [{ type: 'all' }, ...events] : events);
      isFresh = false;
    });
    opened.addEventListener('parked', () => {
      opened.close();
      source = undefined;
      stand('parked');
    });
    opened.addEventListener('error', () => {
      // It comes back by itself, unless it was answered that it may not.
      stand(opened.readyState === EventSource.CLOSED ? 'refused' : 'lost');
    });
  };
  const wake = (): void => {
    if (source === undefined && document.visibilityState === 'visible') open();
  };
  addEventListener('focus', wake);
  document.addEventListener('visibilitychange', wake);
  open();
}
