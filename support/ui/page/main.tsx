import type { ComponentChildren, VNode } from 'preact';
import { Component, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenTarget, UiEvent } from '../api';
import { call } from './call';
import { TypedDraft } from './draft';
import { Notice, Trouble } from './parts';
import { ReportsView } from './reports-view';
import { RunView } from './run-view';
import type { PageConnection, PageEvent, State } from './state';
import { pageStateAfter, initialPageState } from './state';
import { TargetView } from './target-view';
import { TrafficView } from './traffic-view';

interface Place {
  /** First part of the URL fragment that selects this view, as in `#/target` */
  readonly name: string;
  readonly title: string;
  readonly View: (props: { readonly state: State; readonly draft: TypedDraft }) => VNode;
}

/** The views of the page, in the order of the navigation bar */
const places: readonly [Place, ...Place[]] = [
  { name: 'target', title: 'Target', View: TargetView },
  { name: 'run', title: 'Run', View: RunView },
  { name: 'traffic', title: 'Traffic', View: TrafficView },
  { name: 'reports', title: 'Reports', View: ReportsView },
];

const placeNow = (): Place => places.find(({ name }) => location.hash.split('/')[1] === name) ?? places[0];

let state = initialPageState;
const draft = new TypedDraft((written) => call.put<OpenTarget>('/api/target/text', written), draw);

function draw(): void {
  const root = document.getElementById('app');
  if (root !== null) render(<App state={state} />, root);
}

function App({ state: now }: { readonly state: State }) {
  const { name, title, View } = placeNow();
  const [, , ...within] = location.hash.split('/');
  const main = useFocusOnChange([name, ...within.slice(0, 2)].join('/'));
  useEffect(() => {
    document.title = `${title} – Conformance`;
  }, [title]);
  const skip = (event: Event): void => {
    // Do not follow the link: it would change the URL fragment, which selects the view.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <p class="name">Conformance</p>
        <nav aria-label="Places">
          {places.map((each) => (
            <a key={each.name} href={`#/${each.name}`} aria-current={each.name === name ? 'page' : undefined}>
              {each.title}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <Connected to={now.connection} />
        <Guarded key={name}>
          <View state={now} draft={draft} />
        </Guarded>
      </main>
    </>
  );
}

/**
 * Returns a ref for the main content. When the view changes, focuses the content and scrolls to the top, for
 * users of keyboards and screen readers.
 */
function useFocusOnChange(place: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place]);
  return main;
}

const unconnected: Readonly<Partial<Record<PageConnection, string>>> = {
  lost: 'The server does not answer. What you see may be old; the page goes on as soon as it is back.',
  parked: 'Too many pages are open. This one goes on when you come back to it.',
  refused: 'This page belongs to a server that has ended. Open the address that the terminal shows now.',
};

/** Shows a problem with the connection to the server. Stays visible while the user scrolls. */
function Connected({ to }: { readonly to: PageConnection }) {
  const why = unconnected[to];
  if (why === undefined) return null;
  return (
    <div class="connection">
      <Notice kind={to === 'refused' ? 'bad' : 'warn'}>{why}</Notice>
    </div>
  );
}

/** Catches errors of one view, so that the other views still work. */
class Guarded extends Component<{ readonly children: ComponentChildren }, { readonly error?: unknown }> {
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        <h1>This part of the page failed</h1>
        <Trouble of={error} />
      </>
    );
  }
}

/** Whether a run could start with this target */
const isSound = ({ text, isSaved, problems }: OpenTarget): boolean =>
  text !== undefined && isSaved && problems.length === 0;

addEventListener('hashchange', draw);
draw();
follow((events) => {
  state = events.reduce(pageStateAfter, state);
  if (state.target !== undefined) {
    draft.take(state.target);
    if (location.hash === '') location.replace(`#/${isSound(state.target) ? 'run' : 'target'}`);
  }
  draw();
});

/**
 * Subscribes to the server's events and passes them on. A parked page subscribes again when the user returns
 * to it.
 */
function follow(take: (events: readonly PageEvent[]) => void): void {
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
      // Do not reset the state yet: keep the old state visible until the first new events arrive.
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
      // The browser reconnects by itself, unless it has closed the stream because the server refused it.
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
