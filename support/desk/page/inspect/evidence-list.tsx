import { useState } from 'preact/hooks';
import type { ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { exchangeLabel } from './exchange-line';
import { MarkedExchangeView } from './marked-exchange';

const step = 20;

/** The exchanges that its verdict stands on. */
export function EvidenceList({ view }: { readonly view: ObligationView }) {
  const { evidence, exchanges, entry, id, observations } = view;
  const [shown, setShown] = useState(step);
  const found = evidence.flatMap((seq) => exchanges.find((each) => each.seq === seq) ?? []);
  if (found.length === 0) return null;
  const left = found.length - shown;
  return (
    <section>
      <h2>{t('inspect.evidence')}</h2>
      {observations > found.length && (
        <p class="soft">{t('inspect.evidenceFirst', { count: observations })}</p>
      )}
      {found.slice(0, shown).map((each) => (
        <MarkedExchangeView key={each.seq} {...{ entry, id, seq: each.seq }} title={exchangeLabel(each)} />
      ))}
      {left > 0 && (
        <button
          type="button"
          onClick={() => {
            setShown(shown + step);
          }}
        >
          {t('inspect.moreMembers', { count: left })}
        </button>
      )}
    </section>
  );
}
