import { BreachView } from '../../report/parts/breach';
import type { PartContext } from '../../report/parts/text';
import { VerdictMark } from '../../report/parts/text';
import type { BrokenObligation } from '../api';
import { ExchangeButton } from './exchange';
import { ObligationActions } from './run-parts';
import type { RunState } from './run-state';
import { failuresIn } from './run-state';

/** Number of failures shown in full; further failures are collapsed. */
const mostTold = 20;

interface Props {
  readonly run: RunState;
}

export function Failures({ run }: Props) {
  const all = failuresIn(run);
  const [first, others] = [all.slice(0, mostTold), all.slice(mostTold)];
  if (all.length === 0) return null;
  const shown = (each: BrokenObligation) => <FailureView key={each.id} failure={each} run={run} />;
  return (
    <section aria-labelledby="run-failures">
      <h2 id="run-failures">{run.end === undefined ? 'Failures so far' : 'Failures'}</h2>
      {first.map(shown)}
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          {others.map(shown)}
        </details>
      )}
    </section>
  );
}

/** Renders failures without their exchanges, because the buttons below each failure load and show them. */
const around: PartContext = {
  exchange: () => undefined,
  href: { obligation: (id) => `#${id}`, exchange: (seq) => `#${seq}` },
};

function FailureView({ failure, run }: Props & { readonly failure: BrokenObligation }) {
  const { id, title, verdict, exchanges, places, brings } = failure;
  return (
    <article class={`failure ${verdict}`} aria-label={`${id} ${title}`}>
      <h3>
        <span translate={false}>
          {id} {title}
        </span>{' '}
        <VerdictMark verdict={verdict} />
      </h3>
      <div translate={false}>
        <BreachView breach={failure} row={{ places }} around={around} />
      </div>
      <div class="row">
        {exchanges.slice(0, 3).map((seq) => (
          <ExchangeButton key={seq} path={`/api/run/exchanges/${seq}`} places={places}>
            Exchange #{seq}
          </ExchangeButton>
        ))}
        <ObligationActions id={id} run={run} />
      </div>
      {brings.length > 0 && (
        <details>
          <summary>{brings.length} more follow from it</summary>
          <p translate={false}>{brings.join(', ')}</p>
        </details>
      )}
    </article>
  );
}

export function Obstacles({ run: { obstacles, began } }: Props) {
  if (obstacles.length === 0) return null;
  return (
    <section aria-labelledby="run-obstacles">
      <h2 id="run-obstacles">What got in the way</h2>
      {obstacles.map(({ what, detail, prevented }) => (
        <article key={what} class="failure warning" translate={false}>
          <b>{what}</b>
          {detail !== undefined && <pre>{detail}</pre>}
          <p>
            {prevented.length === 0
              ? 'It has prevented nothing so far.'
              : `Not judged because of it: ${prevented.join(', ')}.`}
          </p>
        </article>
      ))}
      {began?.selfTest !== true && (
        <p>
          <a href="#/target">Ask the doctor</a>
        </p>
      )}
    </section>
  );
}
