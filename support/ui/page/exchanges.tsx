import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../api';
import { failuresOf } from './run-lights';
import { ExchangeAt } from './run-parts';
import type { RunState } from './run-state';

/** The newest exchanges; a press opens one. */
export function Exchanges({ run }: { readonly run: RunState }) {
  const [chosen, setChosen] = useState<number>();
  const { exchanges, exchanged } = run;
  const broken = new Map(
    failuresOf(run).flatMap((each) => each.exchanges.map((seq) => [seq, each] as const)),
  );
  if (exchanges.length === 0) return null;
  return (
    <section aria-labelledby="run-exchanges">
      <h2 id="run-exchanges">Exchanges</h2>
      <p class="soft">
        {exchanged > exchanges.length
          ? `The newest ${exchanges.length} of ${exchanged}; the report has those that its verdicts stand on.`
          : `${exchanged} so far, the newest first.`}
      </p>
      <ol class="exchanges">
        {exchanges.map((row) => {
          const failure = broken.get(row.seq);
          return (
            <li key={row.seq} class={failure && 'broken'}>
              <button
                type="button"
                aria-expanded={row.seq === chosen}
                onClick={() => {
                  setChosen(row.seq === chosen ? undefined : row.seq);
                }}
              >
                <Told row={row} />
                {failure && <b> ✗ {failure.id}</b>}
              </button>
              {row.seq === chosen && <ExchangeAt seq={row.seq} places={failure?.places ?? []} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Told({ row }: { readonly row: ExchangeRow }) {
  const { seq, method, path, status, failure, ms, sender, negative } = row;
  return (
    <span translate={false}>
      <span class="soft">#{seq}</span> <b>{method}</b> {path} → {status ?? failure ?? 'answered'}{' '}
      <span class="soft">
        {ms} ms, {sender}
        {negative === true && ', wrong on purpose'}
      </span>
    </span>
  );
}
