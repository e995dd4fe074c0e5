import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { areas } from './areas';
import { Notice } from './parts/notice';
import { linkTo, route } from './route';
import { textOf } from './parts/error-notice';
import { connection } from './stream';
import { t } from './strings';

/** The whole page. */
export function App() {
  const [name = 'setup', ...rest] = route.value;
  const area = areas.find((each) => each.name === name);
  const main = useFocusOnChange(name);
  const listed = name === 'inspect' ? areaOfEntry(rest[0]) : name;
  useEffect(() => {
    document.title = area === undefined ? t('app.title') : `${t(`${area.name}.title`)} – ${t('app.title')}`;
  }, [area]);
  return (
    <>
      <a class="skip" href="#content" onClick={skipTo(main)}>
        {t('app.skip')}
      </a>
      <header class="top">
        <p class="name">{t('app.title')}</p>
        <nav aria-label={t('app.areas')}>
          {areas
            .filter(({ isListed }) => isListed)
            .map((each) => (
              <a
                key={each.name}
                href={linkTo(each.name)}
                aria-current={each.name === listed ? (listed === name ? 'page' : 'true') : undefined}
              >
                {t(`app.${each.name as 'run'}`)}
              </a>
            ))}
        </nav>
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <Connection />
        <Guarded key={name}>
          {area === undefined ? <h1>{t('app.notFound')}</h1> : <area.View rest={rest} />}
        </Guarded>
      </main>
    </>
  );
}

/** Where in the navigation what is looked into belongs: to what goes on, or to the reports that are kept. */
function areaOfEntry(entry: string | undefined): string {
  return entry === 'run' || entry === 'traffic' ? entry : 'history';
}

/** Who goes to another area by keyboard, or hears the page, goes on at its beginning. */
function useFocusOnChange(name: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (before.current === name) return;
    before.current = name;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name]);
  return main;
}

/** A link that would take the place of the area's address. */
const skipTo = (main: { readonly current: HTMLElement | null }) => (event: Event) => {
  event.preventDefault();
  main.current?.focus();
};

/** It stays in sight of who has scrolled down. */
function Connection() {
  const state = connection.value;
  if (state !== 'refused' && state !== 'lost') return null;
  return (
    <div class="connection">
      <Notice kind={state === 'refused' ? 'bad' : 'warn'}>{t(`app.${state}`)}</Notice>
    </div>
  );
}

/** A view that fails takes no other with it. */
class Guarded extends Component<{ readonly children: ComponentChildren }, { readonly error?: unknown }> {
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice kind="bad">
        {t('app.failed')} <code translate={false}>{textOf(error)}</code>
      </Notice>
    );
  }
}
