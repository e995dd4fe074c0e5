import type { JSX } from 'preact';
import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import type { PlacedBreach } from '../../judging/verdict';
import type { EvidencePlace } from '../../obligations/judge/home';
import type { ExchangeLines, ShownLine } from './lines';
import { linesOfEvidence, escapeInvisible } from './lines';
import { relevantPlacesIn } from './relevant-places';

/** One of two sides that are compared, such as a right and a wrong example. */
interface Side {
  readonly evidence: readonly Evidence[];
  /** The places that tell about the obligation. */
  readonly places: readonly EvidencePlace[];
  readonly breach?: PlacedBreach;
}

/** One side, with what it tells that the other side tells as well. */
interface ToldSide {
  readonly linesOf: (evidence: Evidence) => ExchangeLines;
  /** Whether a line that tells reads the same on the other side: then it is no difference. */
  readonly isSame: (text: string) => boolean;
}

/**
 * What one side tells beside the other. Where the lines that tell are all the same, the order or the number of them
 * tells: then no line counts as the same.
 */
export function besideEach(own: Side, other: Side | undefined): ToldSide {
  const others = other === undefined ? new Set<string>() : textsOf(other);
  const differs = [...textsOf(own)].some((text) => !others.has(text));
  return {
    linesOf: (evidence) => linesOfSide(own, evidence),
    isSame: (text) => differs && others.has(text),
  };
}

const linesOfSide = ({ places, breach }: Side, evidence: Evidence): ExchangeLines =>
  linesOfEvidence(evidence, relevantPlacesIn({ places }, evidence, breach));

function textsOf(side: Side): ReadonlySet<string> {
  const lines = side.evidence.flatMap((each) => {
    const { about, request, answer, facts } = linesOfSide(side, each);
    return [...about, ...request, ...answer, ...facts];
  });
  return new Set(lines.filter(({ marked }) => marked).map(({ text }) => text));
}

interface ExchangeProps {
  readonly exchange: Evidence;
  /** What is to be marked; empty: nothing. */
  readonly telling: readonly EvidencePlace[];
  /** It is compared with another: what tells is marked where they differ, and underlined where they say the same. */
  readonly told?: ToldSide;
  readonly open?: boolean;
  /** The place of the exchange in the audited files; `undefined` unless an audit read it from a file. */
  readonly foundIn?: string | undefined;
  /** Makes the exchange a place that links lead to. */
  readonly id?: string;
}

/** `POST /v1/claim/submit → 202`, or what an adapter returned. */
export function titleOf(evidence: Evidence): string {
  if (evidence.kind !== undefined)
    return escapeInvisible(`returned by the adapter: ${sourceOfEvidence(evidence)}`);
  const { request, response, failure } = evidence;
  const end = response?.status ?? failure?.kind ?? 'no answer';
  return escapeInvisible(`${request.method} ${readAddress(request.url).pathname} → ${end}`);
}

/** One exchange, closed until it is asked for; what tells about an obligation is marked. */
export function ExchangeView(props: ExchangeProps): JSX.Element {
  const { exchange, telling, told, open = false, foundIn, id } = props;
  const { about, request, answer, facts } = told?.linesOf(exchange) ?? linesOfEvidence(exchange, telling);
  return (
    <details class="exchange" open={open} id={id}>
      <summary>
        <span class="seq">#{exchange.seq}</span> <code>{titleOf(exchange)}</code>
        {foundIn !== undefined && <span class="more"> ({foundIn})</span>}
      </summary>
      <Lines title="When and why" lines={about} told={told} />
      <Lines title={exchange.kind === undefined ? 'Sent' : 'Returned'} lines={request} told={told} />
      <Lines title="Answered" lines={answer} told={told} />
      <Lines title="Detected details" lines={facts} told={told} />
    </details>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly ShownLine[];
  readonly told: ToldSide | undefined;
}

function Lines({ title, lines, told }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <div class="part">
      <p class="part-title">{title}</p>
      <pre>
        {lines.map(({ text, depth, marked }) => (
          <span class={`line d${Math.min(depth, 8)}`}>
            {marked ? <mark class={told?.isSame(text) === true ? 'same' : undefined}>{text}</mark> : text}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  );
}
