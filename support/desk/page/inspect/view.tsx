import { t } from '../strings';
import { ComparePage } from './compare-page';
import { ExchangeList } from './exchange-list';
import { ExchangePage } from './exchange-page';
import { ObligationPage } from './obligation-page';
import { isLive, readPlace } from './place';
import { ReportPage } from './report-page';

interface ViewProps {
  /** What stands behind `#/inspect/`. */
  readonly rest: readonly string[];
}

/** Reports, obligations and exchanges, each at an address of its own. */
export function InspectView({ rest }: ViewProps) {
  return <Place key={rest.join('/')} rest={rest} />;
}

function Place({ rest: [entry = 'latest', ...more] }: ViewProps) {
  const [what, first = '', second = ''] = more;
  if (what === undefined) return isLive(entry) ? <Nowhere /> : <ReportPage entry={entry} />;
  if (what === 'compare') {
    const [one, other] = [readPlace(first, entry), readPlace(second, entry)];
    return one === undefined || other === undefined ? (
      <Nowhere />
    ) : (
      <ComparePage first={one} second={other} />
    );
  }
  const exchange = readPlace(what === 'exchange' ? first : isLive(entry) ? what : '', entry);
  if (exchange !== undefined) return <ExchangePage place={exchange} />;
  if (what === 'exchange' || isLive(entry)) return <Nowhere />;
  return what === 'exchanges' ? <ExchangeList entry={entry} /> : <ObligationPage entry={entry} id={what} />;
}

function Nowhere() {
  return (
    <>
      <h1>{t('inspect.title')}</h1>
      <p>{t('app.notFound')}</p>
    </>
  );
}
