import { useEffect, useRef } from 'preact/hooks';
import { VerdictMark } from '../parts/verdict';
import { goTo, linkTo } from '../route';
import { t } from '../strings';
import { type Light, stateOf } from './lights';
import { look, lookBack } from './look';
import { onPage } from './page-words';
import { finished } from './state';

/** What the scenarios of one obligation said. */
export function LightPart({ light }: { readonly light: Light }) {
  const { id, title, said, done, scenarios } = light;
  const entry = finished.value?.entry;
  const heading = useFocusOnLook(id);
  return (
    <section class="light-part" aria-labelledby="light-part-title" onKeyDown={closeBy(id)}>
      <h3 id="light-part-title" ref={heading} tabIndex={-1}>
        <span translate={false}>
          {id} {title}
        </span>
        : {stateOf(light)}
      </h3>
      <p>{t('run.plan.scenarios', { done, count: scenarios })}</p>
      <ul>
        {said.map(({ number, name, verdict, message }) => (
          <li key={number}>
            <span translate={false}>{name}</span>{' '}
            {verdict === undefined ? t('run.plan.state.now') : <VerdictMark verdict={verdict} />}
            {message !== undefined && verdict !== 'passed' && <pre translate={false}>{onPage(message)}</pre>}
          </li>
        ))}
      </ul>
      <p class="row-of-buttons">
        {entry !== undefined && (
          <a class="button" href={linkTo('inspect', entry, id)}>
            {t('run.plan.look', { id })}
          </a>
        )}
        <a
          class="button"
          href={linkTo('run')}
          onClick={() => {
            lookBack(id);
          }}
        >
          {t('run.plan.close')}
        </a>
      </p>
    </section>
  );
}

/** Escape closes it, as its button does. */
const closeBy = (id: string) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  lookBack(id);
  goTo('run');
};

/** Who asked to look at it goes on at its heading, and sees as much of it as there is room for. */
function useFocusOnLook(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = look.value;
  useEffect(() => {
    if (asked?.id !== id) return;
    look.value = undefined;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [asked, id]);
  return heading;
}
