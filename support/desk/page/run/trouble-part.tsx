import { linkTo } from '../route';
import { t } from '../strings';
import { DoctorLink } from './doctor-link';
import { lights } from './lights';
import { lookingAt } from './look';
import { onPage } from './page-words';
import { finished, obstacles } from './state';

/** So many failures are told whole; a light leads to each. */
const mostTold = 20;

/** What got in the way, each once, with what it prevented. */
export function ObstaclesPart() {
  if (obstacles.value.length === 0) return null;
  return (
    <section aria-labelledby="run-obstacles">
      <h2 id="run-obstacles">{t('run.obstacles.title')}</h2>
      <ul class="told">
        {obstacles.value.map(({ what, detail, prevented }) => (
          <li key={what} class="warn">
            <b translate={false}>{onPage(what)}</b>
            {detail !== undefined && <pre translate={false}>{onPage(detail)}</pre>}
            <p>
              {prevented.length === 0
                ? t('run.obstacles.nothing')
                : t('run.obstacles.prevented', { count: prevented.length })}{' '}
              {prevented.slice(0, mostTold).map((id) => (
                <span key={id} translate={false}>
                  <a href={linkTo('run', id)} onClick={lookingAt(id)}>
                    {id}
                  </a>{' '}
                </span>
              ))}
              {prevented.length > mostTold && '…'}
            </p>
          </li>
        ))}
      </ul>
      <DoctorLink />
    </section>
  );
}

interface Told {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** What failed so far, as its scenarios said it; at the end, as the report says it. */
export function FailuresPart() {
  const all = toldFailures();
  if (all.length === 0) return null;
  const entry = finished.value?.entry;
  return (
    <section aria-labelledby="run-failures">
      <h2 id="run-failures">{t(entry === undefined ? 'run.failures.sofar' : 'run.failures.title')}</h2>
      <ul class="told">
        {all.slice(0, mostTold).map(({ key, id, title, text }) => (
          <li key={key} class="bad">
            <b translate={false}>
              {id} {title}
            </b>
            <pre translate={false}>{onPage(text)}</pre>
            <a
              href={entry === undefined ? linkTo('run', id) : linkTo('inspect', entry, id)}
              onClick={entry === undefined ? lookingAt(id) : undefined}
            >
              {t('run.failures.look')}
              <span class="hidden"> {id}</span>
            </a>
          </li>
        ))}
      </ul>
      {all.length > mostTold && <p>{t('run.failures.more', { count: all.length - mostTold })}</p>}
    </section>
  );
}

function toldFailures(): Told[] {
  const failed = finished.value?.open.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  if (failed !== undefined) return failed.map(({ id, title, why }) => ({ key: id, id, title, text: why }));
  const seen = new Set<string>();
  return lights.value.flatMap(({ id, title, said }) =>
    said.flatMap(({ number, verdict, message = '' }) => {
      // A scenario about several obligations has one message.
      if (verdict !== 'failed' || seen.has(message)) return [];
      seen.add(message);
      return [{ key: `${id} ${number}`, id, title, text: message }];
    }),
  );
}
