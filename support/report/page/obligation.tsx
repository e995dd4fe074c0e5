import type { JSX } from 'preact';
import { clientText } from '../../judging/explain';
import type { PlacedBreach } from '../../judging/verdict';
import type { Text } from '../../exchange/text';
import type { Shown } from '../model/report';
import type { Row } from '../model/row';
import { counted } from '../../contract/counted';
import { approvedException } from '../wording';
import { CycleView } from './cycle';
import { ExchangeView, titleOf } from './exchange';
import { Linked, Reasons } from './reasons';
import { tellingIn } from './telling-part';

/** Exchanges that stand in the row itself; the others are a link away. */
const shownExchanges = 2;
const shownBreaches = 2;
const shownOfBreach = 3;
const shownCycles = 2;

/** Areas in which the cycles of messages tell something. */
const ofCycles = ['dummy-payer', 'payer-flow', 'callback'];

interface RowProps {
  readonly row: Row;
  readonly about: Shown;
}

/** One obligation: a line, and all that its verdict stands on behind it. Broken ones are open. */
export function ObligationRow({ row, about }: RowProps): JSX.Element {
  const { id, title, clause, level, verdict, label, subject, observations, waiver } = row;
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
        {waiver !== undefined && <span class="verdict waived">{approvedException}</span>}
      </summary>
      <div class="body">
        <blockquote class="quote">{row.quote}</blockquote>
        <p class="rule">{row.rule}</p>
        <Reasons row={row} about={about} />
        <Breaches row={row} about={about} />
        <Scenarios row={row} />
        <EvidenceView row={row} about={about} />
        <Cycles row={row} />
      </div>
    </details>
  );
}

/** Breaches of one obligation are mostly alike: the first ones stand there, the others behind them. */
function Breaches({ row, about }: RowProps) {
  const { breaches = [] } = row;
  const others = breaches.slice(shownBreaches);
  return (
    <>
      {breaches.slice(0, shownBreaches).map((breach, index) => (
        <BreachView row={row} breach={breach} about={about} first={index === 0} />
      ))}
      {others.length > 0 && (
        <details class="others">
          <summary>{others.length} more</summary>
          {others.map((breach) => (
            <BreachView row={row} breach={breach} about={about} first={false} />
          ))}
        </details>
      )}
    </>
  );
}

interface BreachProps extends RowProps {
  readonly breach: PlacedBreach;
  readonly first: boolean;
}

/** A page is a link; a command is typed. */
function Explained({ at }: { readonly at: string }) {
  return at.startsWith('https:') ? <a href={at}>{at}</a> : <code>{at}</code>;
}

/** What was sent, expected and seen, and the exchanges that show it; those of the first breach stand open. */
function BreachView({ row, breach, about, first }: BreachProps) {
  const terms: readonly (readonly [string, Text])[] = [
    ['Sent', breach.sent],
    ['Expected', breach.expected],
    ['Seen', breach.seen],
    ['Likely cause', breach.cause],
    ...(breach.client === undefined ? [] : [['Client', clientText(breach.client)] as const]),
  ];
  return (
    <div class="breach">
      <dl>
        {terms.map(([term, text]) => (
          <div>
            <dt>{term}</dt>
            <dd>
              <Linked text={text} about={about} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Run it again</dt>
          <dd>
            <code>{row.again}</code>
          </dd>
        </div>
        <div>
          <dt>Read more</dt>
          <dd>
            <Explained at={row.explainedAt} />
          </dd>
        </div>
      </dl>
      {breach.exchanges.slice(0, shownOfBreach).map((seq) => (
        <Evidence about={about} row={row} seq={seq} breach={breach} open={first} />
      ))}
    </div>
  );
}

function Scenarios({ row: { scenarios } }: { readonly row: Row }) {
  if (scenarios.length === 0) return null;
  return (
    <details class="scenarios">
      <summary>{counted(scenarios.length, 'scenario')}</summary>
      <ul>
        {scenarios.map(({ name, location, verdict, message }) => (
          <li>
            <span class={`verdict small ${verdict}`}>{verdict}</span> {name} <code>{location}</code>
            {message !== undefined && <p>{message}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function EvidenceView({ row, about }: RowProps) {
  const seqs = row.evidence.filter((seq) => about.evidence.has(seq));
  if (seqs.length === 0) return null;
  const others = seqs.slice(shownExchanges);
  return (
    <div class="evidence">
      <p class="part-title">Evidence</p>
      {seqs.slice(0, shownExchanges).map((seq) => (
        <Evidence about={about} row={row} seq={seq} open={false} />
      ))}
      {others.length > 0 && (
        <p class="more">
          and{' '}
          {others.map((seq, index) => {
            const exchange = about.evidence.get(seq);
            return (
              <>
                {index > 0 && ', '}
                <a href={`#exchange-${seq}`} title={exchange && titleOf(exchange)}>
                  #{seq}
                </a>
              </>
            );
          })}
        </p>
      )}
    </div>
  );
}

interface EvidenceProps extends RowProps {
  readonly seq: number;
  /** What it is shown for; absent: as evidence. */
  readonly breach?: PlacedBreach;
  readonly open: boolean;
}

function Evidence({ about: { evidence }, row, seq, breach, open }: EvidenceProps) {
  const exchange = evidence.get(seq);
  if (exchange === undefined) return null;
  return <ExchangeView exchange={exchange} telling={tellingIn(row, exchange, breach)} open={open} />;
}

/** The cycles that its evidence belongs to; those of a breach first. */
function Cycles({ row }: { readonly row: Row }) {
  const { area, cycles, evidence, breaches = [] } = row;
  const broken = new Set(breaches.flatMap(({ exchanges }) => exchanges));
  // A session request may stand in no cycle; and what is no flow needs no drawing.
  if (cycles.length === 0 || !ofCycles.includes(area)) return null;
  return (
    <details class="cycles" open={broken.size > 0}>
      <summary>{counted(cycles.length, 'cycle')}, drawn</summary>
      {cycles.slice(0, shownCycles).map((cycle) => (
        <CycleView cycle={cycle} marked={broken.size > 0 ? broken : new Set(evidence)} />
      ))}
      {cycles.length > shownCycles && <p class="more">The others are in results.json.</p>}
    </details>
  );
}
