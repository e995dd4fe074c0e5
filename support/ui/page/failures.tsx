import { BreachView } from '../../report/parts/breach';
import type { Around } from '../../report/parts/text';
import { VerdictMark } from '../../report/parts/text';
import type { Failure } from '../api';
import { failuresOf } from './run-lights';
import type { Start } from './run-parts';
import { Again, ExchangeButton, onPage } from './run-parts';
import type { RunState } from './run-state';

/** So many failures are told whole; the others are folded. */
const mostTold = 20;

interface Props {
  readonly run: RunState;
  readonly start: Start;
}

/** What failed, with all that is to be known of it; what follows from a failure stands below it. */
export function Failures({ run, start }: Props) {
  const all = failuresOf(run);
  const [first, others] = [all.slice(0, mostTold), all.slice(mostTold)];
  if (all.length === 0) return null;
  const shown = (each: Failure) => <FailureView key={each.id} failure={each} run={run} start={start} />;
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

/** Exchanges are opened by a press, below: no link leads to one. */
const around: Around = {
  exchange: () => undefined,
  href: { obligation: (id) => `#${id}`, exchange: (seq) => `#${seq}` },
};

function FailureView({ failure, run, start }: Props & { readonly failure: Failure }) {
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
          <ExchangeButton key={seq} seq={seq} places={places} />
        ))}
        <Again id={id} run={run} start={start} />
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

/** What got in the way, each once, with what it prevented. */
export function Obstacles({ run: { obstacles, began } }: Pick<Props, 'run'>) {
  if (obstacles.length === 0) return null;
  return (
    <section aria-labelledby="run-obstacles">
      <h2 id="run-obstacles">What got in the way</h2>
      {obstacles.map(({ what, detail, prevented }) => (
        <article key={what} class="failure warning" translate={false}>
          <b>{onPage(what)}</b>
          {detail !== undefined && <pre>{onPage(detail)}</pre>}
          <p>
            {prevented.length === 0
              ? 'Nothing was prevented by it so far.'
              : `Could not be judged for it: ${prevented.join(', ')}.`}
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
