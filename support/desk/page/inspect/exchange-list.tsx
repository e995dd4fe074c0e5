import { useState } from 'preact/hooks';
import type { ExchangePage as Page } from '../../wire/inspect';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { ExchangeLine } from './exchange-line';
import { useReturnFocus } from './return-focus';
import { Trail } from './trail';

/** The exchanges of a report, part by part. */
export function ExchangeList({ entry }: { readonly entry: string }) {
  const [behind, setBehind] = useState(0);
  const path = `/api/reports/${encodeURIComponent(entry)}/exchanges?behind=${behind}`;
  const { answer, error } = useAnswer<Page>(path);
  const heading = useReturnFocus(answer !== undefined);
  return (
    <div class="inspect">
      <Trail entry={entry} />
      <h1 ref={heading} tabIndex={-1}>
        {t('inspect.allExchanges')}
      </h1>
      <ErrorNotice error={error} />
      {answer !== undefined && (
        <>
          <p>{t('inspect.inAll', { count: answer.total })}</p>
          <ul class="rows">
            {answer.exchanges.map((each) => (
              <li key={each.seq}>
                <ExchangeLine exchange={each} entry={entry} />
              </li>
            ))}
          </ul>
          <Steps next={answer.next} behind={behind} go={setBehind} />
        </>
      )}
    </div>
  );
}

interface StepsProps {
  readonly next: number | undefined;
  readonly behind: number;
  readonly go: (behind: number) => void;
}

function Steps({ next, behind, go }: StepsProps) {
  if (next === undefined && behind === 0) return null;
  return (
    <div class="row-of-buttons">
      <button
        type="button"
        disabled={behind === 0}
        onClick={() => {
          go(0);
        }}
      >
        {t('inspect.toBeginning')}
      </button>
      <button
        type="button"
        disabled={next === undefined}
        onClick={() => {
          go(next ?? 0);
        }}
      >
        {t('inspect.toNext')}
      </button>
    </div>
  );
}
