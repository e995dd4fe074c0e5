import type { JSX } from 'preact';
import { formatCount } from '../../contract/format-count';
import type { ReportText } from '../../exchange/text';
import { keptBreachesText } from '../model/kept-breaches-text';
import type { NegativeOutcome } from '../model/negatives';
import type { ReportedObligation } from '../model/reported-obligation';
import { contradictionText, isRefuted } from '../model/declarations';
import { BreachView } from './breach';
import { CycleView } from './cycle';
import { ExchangeView, titleOf } from './exchange';
import { relevantPlacesIn } from './relevant-places';
import type { PartContext } from './text';
import { ObligationLinks, TextWithLinks, VerdictMark } from './text';

/** Exchanges that stand in the row itself; the others are a link away. */
const shownExchanges = 2;
const shownBreaches = 2;
const shownCycles = 2;

/** Areas in which the cycles of messages tell something. */
const ofCycles = ['dummy-payer', 'payer-flow', 'callback'];

interface RowProps {
  readonly row: ReportedObligation;
  readonly around: PartContext;
}

/** One obligation: a line, and all that its verdict stands on behind it. Broken ones are open. */
export function ObligationRow({ row, around }: RowProps): JSX.Element {
  const { id, title, clause, level, verdict, label, subject, observations, settlement } = row;
  // What is not in the plan has no verdict, whatever the results call it.
  const state = row.planned ? verdict : 'unplanned';
  return (
    <details
      class={`row ${state}`}
      id={id}
      open={row.root === undefined && (verdict === 'failed' || verdict === 'warning')}
      data-verdict={state}
      data-subject={subject}
    >
      <summary>
        <span class="id">{id}</span>
        <span class="title">{title}</span>
        <span class="terms">
          clause {clause} · {level} · {subject}
          {observations > 0 ? ` · seen ${observations}×` : ''}
        </span>
        <span class={`verdict ${state}`}>{label}</span>
        {settlement !== undefined && <span class="verdict settled">{settlement.label}</span>}
      </summary>
      <div class="body">
        <Quote text={row.quote} />
        <p class="rule">{row.rule}</p>
        <Reasons row={row} around={around} />
        <Breaches row={row} around={around} />
        <Mistakes row={row} />
        <NegativesView row={row} negatives={around.besides?.negatives(row) ?? []} around={around} />
        <Scenarios row={row} />
        <EvidenceView row={row} around={around} />
        <Cycles row={row} around={around} />
      </div>
    </details>
  );
}

/** The words of the contract. Where two rows of a table meet in them, a line begins: none of its cells is empty. */
function Quote({ text }: { readonly text: string }) {
  return (
    <blockquote class="quote">
      {text.split(' | | ').map((line, index) => (
        <>
          {index > 0 && <br />}
          {line}
        </>
      ))}
    </blockquote>
  );
}

/** Breaches of one obligation are mostly alike: the first ones stand there, the others behind them. */
function Breaches({ row, around }: RowProps) {
  const { breaches = [] } = row;
  const others = breaches.slice(shownBreaches);
  const kept = keptBreachesText(row);
  return (
    <>
      {breaches.slice(0, shownBreaches).map((breach, index) => (
        <BreachView
          row={row}
          breach={breach}
          around={around}
          open={index === 0}
          beside={around.besides?.good(row, breach)}
        />
      ))}
      {others.length > 0 && (
        <details class="others">
          <summary>{others.length} more</summary>
          {others.map((breach) => (
            <BreachView row={row} breach={breach} around={around} />
          ))}
        </details>
      )}
      {kept !== undefined && <p class="more">{`${kept[0]?.toUpperCase() ?? ''}${kept.slice(1)}.`}</p>}
    </>
  );
}

/** Examples that break it; those with a cause that was found here come first. */
function Mistakes({ row: { mistakes } }: { readonly row: ReportedObligation }) {
  if (mistakes.length === 0) return null;
  return (
    <details class="mistakes">
      <summary>{formatCount(mistakes.length, 'example')} of what breaks it</summary>
      <ul>
        {mistakes.map(({ name, location, cause }) => (
          <li>
            {name}: {cause} <code>{location}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Scenarios({ row: { scenarios } }: { readonly row: ReportedObligation }) {
  if (scenarios.length === 0) return null;
  return (
    <details class="scenarios">
      <summary>{formatCount(scenarios.length, 'scenario')}</summary>
      <ul>
        {scenarios.map(({ name, location, verdict, message }) => (
          <li>
            <VerdictMark verdict={verdict} /> {name} <code>{location}</code>
            {message !== undefined && <p>{message}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The first exchanges that its verdict stands on, with what tells in them, and the numbers of the others. */
function EvidenceView({ row, around }: RowProps) {
  const exchanges = row.evidence.flatMap((seq) => around.exchange(seq) ?? []);
  if (exchanges.length === 0) return null;
  const others = exchanges.slice(shownExchanges);
  return (
    <div class="evidence">
      <p class="part-title">Evidence</p>
      {exchanges.slice(0, shownExchanges).map((exchange) => (
        <ExchangeView
          exchange={exchange}
          telling={relevantPlacesIn(row, exchange)}
          foundIn={around.origins?.get(exchange.seq)?.text}
        />
      ))}
      {others.length > 0 && (
        <p class="more">
          and{' '}
          {others.map((exchange, index) => (
            <>
              {index > 0 && ', '}
              <a href={around.href.exchange(exchange.seq)} title={titleOf(exchange)}>
                #{exchange.seq}
              </a>
            </>
          ))}
        </p>
      )}
    </div>
  );
}

/** The cycles that its evidence belongs to; those of a breach first. */
function Cycles({ row, around }: RowProps) {
  const { area, cycles, evidence, breaches = [] } = row;
  const broken = new Set(breaches.flatMap(({ exchanges }) => exchanges));
  // A session request may stand in no cycle; and what is no flow needs no drawing.
  if (cycles.length === 0 || !ofCycles.includes(area)) return null;
  return (
    <details class="cycles" open={broken.size > 0}>
      <summary>{formatCount(cycles.length, 'cycle')}, drawn</summary>
      {cycles.slice(0, shownCycles).map((cycle) => (
        <CycleView cycle={cycle} marked={broken.size > 0 ? broken : new Set(evidence)} around={around} />
      ))}
      {cycles.length > shownCycles && <p class="more">The others are in results.json.</p>}
    </details>
  );
}

/**
 * Why it has its verdict: what it follows from and brings with it, the reason, who declared it, its facets, what was
 * noted.
 */
function Reasons({ row, around }: RowProps): JSX.Element {
  const { follows, brings, reason, declaredBy, notes = [] } = row;
  return (
    <>
      {follows.length > 0 && (
        <p class="follows">
          <strong>Follows</strong> <ObligationLinks ids={follows} around={around} />: fix that first.
        </p>
      )}
      {brings.length > 0 && (
        <p class="follows">
          <strong>Brings with it</strong> <ObligationLinks ids={brings} around={around} />
        </p>
      )}
      {reason !== undefined && (
        <p class="reason">
          <strong>Reason:</strong> <TextWithLinks text={reason.text} around={around} />
        </p>
      )}
      {declaredBy !== undefined && (
        <p>
          <strong>Declared by:</strong> {declaredBy}
          {isRefuted(row) && `, ${contradictionText(row)}`}
        </p>
      )}
      <Facets row={row} around={around} />
      <Notes notes={notes} around={around} />
    </>
  );
}

function Facets({ row: { facets = [] }, around }: RowProps) {
  if (facets.length === 0) return null;
  return (
    <ul class="facets">
      {facets.map(({ name, verdict, reason }) => (
        <li>
          <VerdictMark verdict={verdict} /> {name}
          {reason !== undefined && (
            <>
              : <TextWithLinks text={reason.text} around={around} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Notes({ notes, around }: { readonly notes: readonly ReportText[]; readonly around: PartContext }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li>
          <TextWithLinks text={note} around={around} />
        </li>
      ))}
    </ul>
  );
}

/** Those that stand there; the others are counted. */
const shownNegatives = 12;

interface NegativesProps {
  readonly row: Pick<ReportedObligation, 'observations' | 'evidence'>;
  readonly negatives: readonly NegativeOutcome[];
  readonly around: PartContext;
}

/** What was wrong on purpose, closed until it is asked for: also where all of it was refused as it should be. */
function NegativesView({ row, negatives, around }: NegativesProps): JSX.Element | null {
  if (negatives.length === 0) return null;
  const left = negatives.length - shownNegatives;
  return (
    <details class="negatives">
      <summary>What was wrong on purpose: {formatCount(negatives.length, 'try', 'tries')}</summary>
      <ul>
        {negatives.slice(0, shownNegatives).map(({ verdict, mistake, told }) => (
          <li>
            {verdict !== undefined && <VerdictMark verdict={verdict} />} <strong>{mistake}</strong>:{' '}
            <TextWithLinks text={told} around={around} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="more">and {left} more</p>}
      {row.observations > row.evidence.length && (
        <p class="more">
          These are among the first of {row.observations} observations; recording.jsonl has all.
        </p>
      )}
    </details>
  );
}
