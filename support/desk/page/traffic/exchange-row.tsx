import type { LiveExchange, LiveFinding } from '../../../traffic/live/told';
import { VerdictMark } from '../parts/verdict';
import { t } from '../strings';
import type { Row } from './rows';

/** One for all rows: it takes long to make. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** An exchange in one line, and what was found in it. */
export function ExchangeCells({ row: { exchange, findings } }: { readonly row: Row }) {
  const { seq, arrivedAt, client, sender, method, path, status, failure, durationMs } = exchange;
  return (
    <>
      <span class="seq">#{seq}</span>
      <span class="time">{clock.format(arrivedAt)}</span>
      <span class="who" title={client} translate={client === undefined}>
        {client ?? t(`traffic.list.sender.${sender}`)}
      </span>
      <span class="service" translate={false}>
        {serviceOf(exchange)}
      </span>
      <span class="what" title={path} translate={false}>
        <b>{method}</b> {path}
      </span>
      <span class="status" translate={failure === undefined}>
        {status ?? failure ?? t('traffic.list.noAnswer')}
      </span>
      <span class="took">{t('traffic.list.ms', { count: durationMs })}</span>
      <Marks findings={findings} />
    </>
  );
}

const serviceOf = ({ service }: LiveExchange): string => service ?? t('traffic.list.elsewhere');

/** The worst verdict, and the obligations. */
function Marks({ findings }: { readonly findings: readonly LiveFinding[] }) {
  const worst = (['failed', 'warning', 'observed'] as const).find((verdict) =>
    findings.some((each) => each.verdict === verdict),
  );
  const ids = [...new Set(findings.map(({ obligation }) => obligation))];
  return (
    <span class="marks" title={ids.join(' ')}>
      {worst !== undefined && (
        <>
          <VerdictMark verdict={worst} /> <span translate={false}>{ids.join(' ')}</span>
        </>
      )}
    </span>
  );
}
