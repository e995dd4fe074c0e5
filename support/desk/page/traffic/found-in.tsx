import { VerdictMark } from '../parts/verdict';
import { linkTo } from '../route';
import { t } from '../strings';
import type { Row } from './rows';

/** What was found in one exchange. */
export function FoundIn({ row: { exchange, findings } }: { readonly row: Row }) {
  const { seq, method, path } = exchange;
  return (
    <section class="found-in" aria-labelledby="traffic-found">
      <h3 id="traffic-found" translate={false}>
        #{seq} {method} {path}
      </h3>
      <p>
        <a class="button" href={linkTo('inspect', 'traffic', seq)}>
          {t('traffic.list.lookInto', { number: seq })}
        </a>
      </p>
      {findings.length === 0 && <p>{t('traffic.list.clean')}</p>}
      {findings.map(({ obligation, title, verdict, message }, index) => (
        <div key={index}>
          <h4>
            <VerdictMark verdict={verdict} />{' '}
            <span translate={false}>
              {obligation} {title}
            </span>
          </h4>
          <pre translate={false}>{message}</pre>
        </div>
      ))}
    </section>
  );
}
