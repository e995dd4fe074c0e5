import { VerdictMark } from '../parts/verdict';
import { linkTo } from '../route';
import { t } from '../strings';
import { lights, stateOf } from './lights';
import { finished } from './state';

/** What the scenarios of one obligation said. */
export function LightPart({ id }: { readonly id: string | undefined }) {
  const light = lights.value.find((each) => each.id === id);
  if (light === undefined) return null;
  const { title, said, done, scenarios } = light;
  const entry = finished.value?.entry;
  return (
    <section class="light-part" aria-labelledby="light-part-title">
      <h3 id="light-part-title">
        <span translate={false}>
          {light.id} {title}
        </span>
        : {stateOf(light)}
      </h3>
      <p>{t('run.plan.scenarios', { done, count: scenarios })}</p>
      <ul>
        {said.map(({ number, name, verdict, message }) => (
          <li key={number}>
            <span translate={false}>{name}</span>{' '}
            {verdict === undefined ? t('run.plan.state.now') : <VerdictMark verdict={verdict} />}
            {message !== undefined && verdict !== 'passed' && <pre translate={false}>{message}</pre>}
          </li>
        ))}
      </ul>
      <p class="row-of-buttons">
        {entry !== undefined && (
          <a class="button" href={linkTo('inspect', entry, light.id)}>
            {t('run.plan.look', { id: light.id })}
          </a>
        )}
        <a class="button" href={linkTo('run')}>
          {t('run.plan.close')}
        </a>
      </p>
    </section>
  );
}
