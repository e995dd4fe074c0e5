import type { ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { exchangeLabel } from './exchange-line';
import { MarkedExchangeView } from './marked-exchange';
import { useMore } from './use-more';

const steps = { first: 20 };

/** The exchanges that its verdict stands on. */
export function EvidenceList({ view }: { readonly view: ObligationView }) {
  const { evidence, exchanges, entry, id, observations } = view;
  const found = evidence.flatMap((seq) => exchanges.find((each) => each.seq === seq) ?? []);
  const { shown, more } = useMore(found.length, steps);
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{t('inspect.evidence')}</h2>
      {observations > found.length && (
        <p class="soft">{t('inspect.evidenceFirst', { count: observations })}</p>
      )}
      {found.slice(0, shown).map((each) => (
        <MarkedExchangeView key={each.seq} {...{ entry, id, seq: each.seq }} title={exchangeLabel(each)} />
      ))}
      {more}
    </section>
  );
}
