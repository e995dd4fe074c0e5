import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import { intendedOperation } from '../../exchange/exchange';
import { cutBetweenForms } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import type { PlacedBreach } from '../../judging/verdict';
import type { EvidenceBySeq } from '../evidence';
import type { NegativeOutcome } from './negatives';
import { isGood, negativesOf } from './negatives';
import type { ReportWithEvidence } from './report';
import type { ReportedObligation } from './reported-obligation';
import type { ShownLine } from '../parts/lines';
import { linesOfEvidence } from '../parts/lines';
import { relevantPlacesIn } from '../parts/relevant-places';

/** A good exchange beside a failing one. */
export interface GoodCounterpart {
  readonly failing: number;
  /** What the good one is, as in `#8, its valid twin`. */
  readonly name: ReportText;
  /** What tells or differs; first what does both. */
  readonly rows: readonly Compared[];
  /** How many more of these there are. */
  readonly left: number;
  /** The first names of what else was detected, and is the same in both. */
  readonly same: readonly string[];
}

/** What tells or was detected at one place of both; absent where there is nothing. */
interface Compared {
  readonly name: string;
  readonly failing?: string;
  readonly good?: string;
  readonly differs: boolean;
  /** It shows whether the obligation was kept. */
  readonly tells: boolean;
}

/** What a report finds in its own exchanges for the row of an obligation. */
export interface Besides {
  negatives(row: ReportedObligation): readonly NegativeOutcome[];
  /** The good one beside a breach; `undefined` where there is none. */
  good(row: ReportedObligation, breach: PlacedBreach): GoodCounterpart | undefined;
}

/** Finds it in the exchanges of a report. */
export function createCounterpartFinder({ report, evidence }: ReportWithEvidence): Besides {
  const breaches = [...report.planned, ...report.notPlanned].flatMap((row) => row.breaches ?? []);
  const known = {
    evidence,
    failing: new Set(breaches.flatMap(({ exchanges: [first] }) => first ?? [])),
    named: new Set(breaches.flatMap(({ exchanges }) => exchanges)),
  };
  return {
    negatives: (row) => negativesOf(row, evidence),
    good: (row, breach) => {
      const [failing] = breach.exchanges.flatMap((seq) => evidence.get(seq) ?? []);
      const good = failing && goodBeside(row, failing, known);
      if (failing === undefined || good === undefined) return undefined;
      return { failing: failing.seq, name: good.name, ...compared(row, breach, failing, good.evidence) };
    },
  };
}

const mostRows = 16;
const mostCharacters = 160;

/** What tells in both, and what was detected of them and differs, by place; and the names of what is the same. */
function compared(row: ReportedObligation, breach: PlacedBreach, failing: Evidence, good: Evidence) {
  const left = tellingOf(failing, row, breach);
  const right = tellingOf(good, row, breach);
  const rows = [...new Set([...left.keys(), ...right.keys()])].map((place) => {
    const [one, other] = [left.get(place), right.get(place)];
    const tells = one?.tells === true || other?.tells === true;
    const name = place.replace(/^fact /, '').replaceAll('/', ' ');
    const differs = one?.text !== other?.text;
    return { name, tells, differs, ...(one && { failing: one.text }), ...(other && { good: other.text }) };
  });
  const differing = [true, false].flatMap((tells) =>
    rows.filter((each) => each.differs && each.tells === tells),
  );
  const shown = [...differing, ...rows.filter(({ differs, tells }) => !differs && tells)];
  return {
    rows: shown.slice(0, mostRows),
    left: Math.max(0, shown.length - mostRows),
    same: rows.flatMap(({ name, differs, tells }) => (differs || tells ? [] : name)).slice(0, mostRows),
  };
}

/** By place what tells and what was detected, without what is another in each exchange. */
function tellingOf(evidence: Evidence, row: ReportedObligation, breach: PlacedBreach) {
  const { about, request, answer, facts } = linesOfEvidence(
    evidence,
    relevantPlacesIn(row, evidence, breach),
  );
  const lines = [
    ...[...about, ...request, ...answer].filter(({ marked }) => marked),
    ...facts.filter(({ marked, place }) => marked || !isOwn.test(place)),
  ].filter((each) => !isTime.test(each.place) && !isBracket(each));
  const byPlace = Map.groupBy(lines, ({ place }) => place);
  return new Map(
    [...byPlace].map(([place, each]) => {
      const shown = cutBetweenForms(each.map(valueOf).join('\n'), mostCharacters);
      return [place, { text: shown, tells: each.some(({ marked }) => marked) }] as const;
    }),
  );
}

const isTime = /^time$|^fact .*(At|Ms|validTo)$/;

/** What stands in for a value, and is another for each. */
const isOwn = /^fact arrived|(pseudonym|imprint|igest|Id|planted|equals)$/;

/** A line of a body that holds no value. */
const isBracket = ({ place, text: line }: ShownLine): boolean =>
  place.includes(' body') && /^[\]}],?$|[[{]$/.test(line);

/** What stands behind the name; no address of a host, and no comma behind a member. */
function valueOf({ place, text: line }: ShownLine): string {
  if (place === 'request line') return line.replace(/ \w+:\/\/[^/?#]*/, ' ');
  if (place.includes(' body/')) return line.replace(/^"(?:[^"\\]|\\.)*": /, '').replace(/,$/, '');
  return /^(fact|request header|answer header) /.test(place) ? line.replace(/^.*?: /, '') : line;
}

/** Where a good exchange is looked for. */
interface Known {
  readonly evidence: EvidenceBySeq;
  /** The exchanges that breaches are about. */
  readonly failing: ReadonlySet<number>;
  /** All that breaches name, such as a valid twin. */
  readonly named: ReadonlySet<number>;
}

/** A good exchange, to stand beside a failing one. */
interface Good {
  readonly name: ReportText;
  readonly evidence: Evidence;
}

/**
 * The valid twin, else one of the same operation and sender that was judged too and that no breach names. Beside a
 * refusal of what was wrong on purpose, a good one is a refusal too, and no twin.
 */
function goodBeside(row: ReportedObligation, about: Evidence, known: Known): Good | undefined {
  const { evidence, failing, named } = known;
  const isAlike = isRefused(about) ? isRefused : isGood;
  const isLike = (each: Evidence): boolean =>
    isAlike(each) && kindOf(each) === kindOf(about) && !failing.has(each.seq);
  const twin = [...evidence.values()].find(
    (each) => each.asked?.part === 'valid' && each.asked.round === about.asked?.round && isLike(each),
  );
  if (twin !== undefined)
    return { evidence: twin, name: reportText`${linkToExchange(twin.seq)}, its valid twin` };
  // Results list the first breaches: where there are more, any other exchange may be one of them.
  const isWhole = (row.broken ?? 0) <= (row.breaches ?? []).length;
  const judged = isWhole ? row.evidence.flatMap((seq) => evidence.get(seq) ?? []) : [];
  const other = judged.find((each) => isLike(each) && !named.has(each.seq));
  if (other === undefined) return undefined;
  return {
    evidence: other,
    name: reportText`${linkToExchange(other.seq)}, of the same operation, and no breach names it`,
  };
}

/** Whether it was wrong on purpose and refused, in whatever form. */
const isRefused = (each: Evidence): boolean => each.asked?.part === 'negative' && !isGood(each);

/** What it is and who sent it, so that two can be compared. */
function kindOf(evidence: Evidence): string {
  if (evidence.kind !== undefined)
    return `${evidence.kind} ${sourceOfEvidence(evidence).split('/')[0] ?? ''}`;
  const { sender, request } = evidence;
  return `${sender} ${intendedOperation(evidence) ?? `${request.method} ${readAddress(request.url).pathname}`}`;
}
