import type { JSX } from 'preact';
import { again } from '../../judging/explain';
import type { ObligationResult, PlacedBreach } from '../../judging/verdict';
import type { Text } from '../../exchange/text';
import { nameOf, partsOf } from '../../exchange/text';
import type { Rendered } from '../evidence';
import { originOf, waiverOf } from '../wording';
import { CycleView } from './cycle';
import { ExchangeView, titleOf } from './exchange';
import { tellingIn } from './telling-part';
import { counted } from './words';

/** Exchanges that stand in the row itself; the others are a link away. */
const shownExchanges = 2;
const shownBreaches = 2;
const shownOfBreach = 3;
const shownCycles = 2;

/** Areas in which the cycles of messages tell something. */
const ofCycles = ['dummy-payer', 'payer-flow', 'callback'];

interface RowProps {
  readonly row: ObligationResult;
  readonly about: Rendered;
}

/** One obligation: a line, and all that its verdict stands on behind it. Broken ones are open. */
export function ObligationRow({ row, about }: RowProps): JSX.Element {
  const { id, title, clause, level, verdict, subject, observations, reason } = row;
  const isWaived = waiverOf(about.results, id) !== undefined;
  return (
    <details
      class={`row ${verdict}`}
      id={id}
      open={verdict === 'failed' || verdict === 'warning'}
      data-verdict={verdict}
      data-subject={subject}
      data-planned={row.planned}
    >
      <summary>
        <span class="id">{id}</span>
        <span class="title">{title}</span>
        <span class="terms">
          clause {clause} · {level} · {subject}
          {observations > 0 ? ` · seen ${observations}×` : ''}
        </span>
        <span class={`verdict ${verdict}`}>{verdict}</span>
        {isWaived && <span class="verdict waived">waived</span>}
      </summary>
      <div class="body">
        <blockquote class="quote">{row.quote}</blockquote>
        <p class="rule">{row.rule}</p>
        {reason !== undefined && (
          <p>
            <strong>Reason:</strong> <Linked text={reason} about={about} />
          </p>
        )}
        {row.declaredBy !== undefined && (
          <p>
            <strong>Declared by:</strong> {row.declaredBy}
          </p>
        )}
        <Notes notes={row.notes ?? []} about={about} />
        <Breaches row={row} about={about} />
        <Scenarios row={row} />
        <EvidenceView row={row} about={about} />
        <Cycles row={row} about={about} />
      </div>
    </details>
  );
}

/** A text in which the exchanges that it names are links. */
function Linked({ text, about }: { readonly text: Text; readonly about: Rendered }) {
  return (
    <>
      {partsOf(text).map((part) => {
        if (typeof part === 'string') return part;
        const { exchange, line } = part;
        if (!about.evidence.has(exchange)) return nameOf(part);
        return (
          <>
            <a href={`#exchange-${exchange}`}>#{exchange}</a>
            {line !== undefined && ` (${line})`}
          </>
        );
      })}
    </>
  );
}

function Notes({ notes, about }: { readonly notes: readonly Text[]; readonly about: Rendered }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li>
          <Linked text={note} about={about} />
        </li>
      ))}
    </ul>
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

/** What was sent, expected and seen, and the exchanges that show it; those of the first breach stand open. */
function BreachView({ row, breach, about, first }: BreachProps) {
  const terms: readonly (readonly [string, Text])[] = [
    ['Sent', breach.sent],
    ['Expected', breach.expected],
    ['Seen', breach.seen],
    ['Likely cause', breach.cause],
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
            <code>{again(row.id, originOf(about.results))}</code>
          </dd>
        </div>
      </dl>
      {breach.exchanges.slice(0, shownOfBreach).map((seq) => (
        <Evidence about={about} row={row} seq={seq} breach={breach} open={first} />
      ))}
    </div>
  );
}

function Scenarios({ row: { scenarios } }: { readonly row: ObligationResult }) {
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
function Cycles({ row, about }: RowProps) {
  const broken = new Set((row.breaches ?? []).flatMap(({ exchanges }) => exchanges));
  const seen = new Set(row.evidence);
  const [first, others] = [broken, seen].map((seqs) =>
    about.results.cycles.filter(({ steps }) => steps.some(({ seq }) => seqs.has(seq))),
  );
  const cycles = [...new Set([...(first ?? []), ...(others ?? [])])];
  // A session request may stand in no cycle; and what is no flow needs no drawing.
  if (cycles.length === 0 || !ofCycles.includes(row.area)) return null;
  return (
    <details class="cycles" open={broken.size > 0}>
      <summary>{counted(cycles.length, 'cycle')}, drawn</summary>
      {cycles.slice(0, shownCycles).map((cycle) => (
        <CycleView cycle={cycle} marked={broken.size > 0 ? broken : seen} />
      ))}
      {cycles.length > shownCycles && <p class="more">The others are in results.json.</p>}
    </details>
  );
}
