import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import type { AdapterCall, ClientEnd, RequestPurpose } from '../../exchange/exchange';
import type { EvidencePlace } from '../../obligations/judge/home';
import type { LineDraft } from './body-lines';
import { bodyOf, line, structureOf } from './body-lines';

/** One line of an exchange as it is shown; its text may be cut. */
export interface ShownLine extends Omit<LineDraft, 'ofBody'> {
  /** Whether it tells about the obligation that the exchange is shown for. */
  readonly marked: boolean;
}

/** An exchange in its parts; lines in their order on the wire. */
export interface ExchangeLines {
  readonly about: readonly ShownLine[];
  readonly request: readonly ShownLine[];
  readonly answer: readonly ShownLine[];
  /** What was found out when it was recorded, of what crossed the wire. */
  readonly facts: readonly ShownLine[];
}

/** Longer texts are cut in the report; the recording has the whole. */
const shownCharacters = 700;
const shownBodyLines = 120;
/** How many telling lines of a body are shown behind those. */
const shownLaterLines = 40;

/** The lines of an exchange, those marked that tell about an obligation, with what is missing in its place. */
export function linesOfEvidence(evidence: Evidence, telling: readonly EvidencePlace[]): ExchangeLines {
  const parts = {
    about: aboutOf(evidence),
    request: requestOf(evidence),
    answer: answerOf(evidence),
    facts: factsOf(evidence),
  };
  const all = Object.values(parts).flat();
  const places = telling.flatMap((place) => [readable(place, evidence), ...foundFor(place, evidence, all)]);
  const missing = places.filter((place) => place.needed && !all.some((line) => matches(line, place)));
  return {
    about: shown(parts.about, places),
    request: [...shown(parts.request, places), ...missingIn('request', missing)],
    answer: [...shown(parts.answer, places), ...missingIn('answer', missing)],
    facts: shown(parts.facts, places),
  };
}

/**
 * Of a body that has no members all of it tells, and of an answer that never came its line: nothing is missing in them.
 */
function readable(place: EvidencePlace, evidence: Evidence): EvidencePlace {
  const [, part] = /^(request|answer) body\//.exec(place.at) ?? [];
  if (part === undefined) return place;
  const message = messageOf(evidence, part);
  if (message === undefined) return { at: 'answer line', needed: false };
  const isUnread = (message.body?.bytes ?? 0) > 0 && structureOf(message) === undefined;
  return isUnread ? { at: `${part} body`, needed: false } : place;
}

function shown(drafts: readonly LineDraft[], telling: readonly EvidencePlace[]): ShownLine[] {
  const lines = drafts.map(({ place, text, depth, ofBody }) => {
    const told = telling.filter((each) => matches({ place, text }, each));
    const needle = told.find(({ at }) => at.startsWith('text '))?.at.slice('text '.length);
    return {
      line: { place, text: escapeInvisible(cut(text, needle)), depth, marked: told.length > 0 },
      ofBody,
    };
  });
  let count = 0;
  let later = 0;
  const isLeft = ({ line: { marked }, ofBody }: (typeof lines)[number]): boolean => {
    count += ofBody === true ? 1 : 0;
    if (ofBody !== true || count <= shownBodyLines) return false;
    later += marked ? 1 : 0;
    return !marked || later > shownLaterLines;
  };
  const left = lines.map(isLeft);
  return lines.flatMap(({ line: each }, index) => {
    if (left[index] !== true) return each;
    return left[index - 1] === true
      ? []
      : { ...each, text: '(more lines in recording.jsonl)', depth: 0, marked: false };
  });
}

function missingIn(part: 'request' | 'answer', missing: readonly EvidencePlace[]): ShownLine[] {
  return missing
    .filter(({ at }) => at.startsWith(part))
    .map(({ at }) => {
      const name = at
        .replace(/^\w+ (header |body\/)/, '')
        .split('|')
        .join(' or ');
      return { place: at, text: `(no ${name})`, depth: 0, marked: true };
    });
}

function matches({ place, text }: Pick<LineDraft, 'place' | 'text'>, { at }: EvidencePlace): boolean {
  if (at.startsWith('text ')) return text.includes(at.slice('text '.length));
  return alternativesOf(at).some((each) => isAtOrBelow(place.split('/'), each.split('/')));
}

const isAtOrBelow = (steps: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((step, index) => step === steps[index] || (step === '*' && index < steps.length));

/** `request header a|b` is two places. */
function alternativesOf(at: string): string[] {
  const [first = '', ...others] = at.split('|');
  const stem = first.slice(0, first.lastIndexOf(' ') + 1);
  return [first, ...others.map((each) => stem + each)];
}

function messageOf(evidence: Evidence, part: string) {
  if (evidence.kind === undefined) return part === 'request' ? evidence.request : evidence.response;
  return part === 'request' && evidence.kind === 'adapter answer' ? evidence : undefined;
}

/** The texts for the source of an answer to a request outside the contract. */
const answerTexts = {
  guess: 'outside the contract, answered by guess',
  'own answer': 'outside the contract, answered as the target file sets',
} as const;

/** The texts for an exchange that is not judged because its client had ended. */
const endTexts: Readonly<Record<ClientEnd, string>> = {
  'before the request': 'not judged: it was sent after the client had ended',
  'before the answer': 'not judged: the client ended before the request was answered',
};

function aboutOf(evidence: Evidence): LineDraft[] {
  const { arrivedAt, asked, scenario } = evidence;
  const isOfWire = evidence.kind === undefined;
  const taken = isOfWire ? `, answered after ${evidence.answeredAt - arrivedAt} ms` : '';
  const stimulus = isOfWire ? evidence.stimulus : undefined;
  const call = isOfWire ? evidence.call : undefined;
  const answeredBy = isOfWire ? evidence.answeredBy : undefined;
  const clientEnd = isOfWire ? evidence.clientEnd : undefined;
  const rows: [place: string, text: string | undefined][] = [
    ['time', `${instantOf(arrivedAt)}${taken}`],
    ['asked', asked && purposeLine(asked)],
    ['stimulus', stimulus && `fault in force: ${stimulus}`],
    ['answeredBy', answeredBy && answerTexts[answeredBy]],
    ['clientEnd', clientEnd && endTexts[clientEnd]],
    ['call', call && callLine(call)],
    ['client', senderLine(evidence)],
    ['scenario', scenario && `part of: ${scenario}`],
  ];
  return rows.flatMap(([place, text]) => (text === undefined ? [] : [{ place, text, depth: 0 }]));
}

/** Describes the sender of a request, an answer or a log line. `undefined` if the recording does not identify processes. */
function senderLine(evidence: Evidence): string | undefined {
  const { clientInstance } = evidence;
  if (evidence.kind === 'adapter answer') return clientInstance && `answered by ${clientInstance}`;
  if (evidence.kind === 'log line') return clientInstance && `logged by ${clientInstance}`;
  if (evidence.sender === 'service') return 'sent by the payer';
  if (evidence.sender === 'integrator') return clientInstance && `sent by ${clientInstance}`;
  const recipient = clientInstance === undefined ? '' : ` to ${clientInstance}`;
  const isSent = evidence.response !== undefined || evidence.failure !== undefined;
  // The suite records its triggers of its own payer without sending them.
  return isSent ? `sent by the suite${recipient}` : 'done by the suite itself, without a request';
}

const partTexts: Readonly<Record<RequestPurpose['part'], string>> = {
  valid: 'a valid request',
  negative: 'a request with a mistake, sent on purpose',
  open: 'a request without a defined answer',
};

/** Describes the kind of a request, with its variant. */
function purposeLine({ part, variant, mistaken }: RequestPurpose): string {
  const text = mistaken === true ? partTexts.negative : partTexts[part];
  return variant === '' ? text : `${text}: ${variant}`;
}

function callLine({ method, answer, over }: AdapterCall): string {
  return over === true
    ? `after the adapter had answered ${method} (#${answer})`
    : `during the call ${method} (#${answer})`;
}

/** Recordings of other tools may hold a time that no calendar has. */
function instantOf(time: number): string {
  const instant = new Date(time);
  return Number.isNaN(instant.getTime()) ? 'at a time that does not exist' : instant.toISOString();
}

function requestOf(evidence: Evidence): LineDraft[] {
  if (evidence.kind !== undefined) {
    const body = evidence.kind === 'adapter answer' ? bodyOf('request', evidence) : [];
    return [line('request line', sourceOfEvidence(evidence)), ...body];
  }
  const { request } = evidence;
  const flaw = request.flaw && `(${request.flaw.kind}: ${request.flaw.code})`;
  return [
    line('request line', `${request.method} ${request.url}`),
    ...request.headers.map(([name, value]) =>
      line(`request header ${name.toLowerCase()}`, `${name}: ${value}`),
    ),
    ...bodyOf('request', request),
    ...(flaw === undefined ? [] : [line('request flaw', flaw)]),
  ];
}

function answerOf(evidence: Evidence): LineDraft[] {
  if (evidence.kind === 'log line') return [];
  const { failure } = evidence;
  const response = evidence.kind === undefined ? evidence.response : undefined;
  if (response === undefined) {
    if (failure === undefined)
      return evidence.kind === undefined ? [line('answer line', '(no answer was recorded)')] : [];
    return [line('answer line', `no answer: ${failure.kind}, ${failure.code}: ${failure.message}`)];
  }
  return [
    line('answer line', `HTTP ${response.status}`),
    ...response.headers.map(([name, value]) =>
      line(`answer header ${name.toLowerCase()}`, `${name}: ${value}`),
    ),
    ...bodyOf('answer', response),
  ];
}

function factsOf({ facts }: Evidence): LineDraft[] {
  return Object.entries(facts).flatMap(([name, value]) => flat(`fact ${name}`, name, value));
}

/** A value below a place, one line a leaf: `tokens request:authorization expiresAt: 1795252554`. */
function flat(place: string, name: string, value: unknown): LineDraft[] {
  if (typeof value !== 'object' || value === null) return [line(place, `${name}: ${String(value)}`)];
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return [line(place, `${name}: ${value.length === 0 ? 'none' : value.join(', ')}`)];
  return Object.entries(value).flatMap(([key, each]) => flat(`${place}/${key}`, `${name} ${key}`, each));
}

/**
 * Characters that a reader cannot see, and those that turn the order of others around, by their numbers: a name or a
 * body must not look like another. Halves of a character are no text at all.
 */
export function escapeInvisible(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu,
    (each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

/** A text that is not too long; a part of it that tells stays, with what is around it. */
function cut(text: string, needle = ''): string {
  const over = text.length - shownCharacters;
  if (over <= 0) return text;
  const rest = `(${over} more characters in recording.jsonl)`;
  const found = text.indexOf(needle);
  if (found + needle.length <= shownCharacters) return `${text.slice(0, shownCharacters)}… ${rest}`;
  const half = shownCharacters / 2;
  return `${text.slice(0, half)}… ${rest} …${text.slice(found - half / 2, found + half / 2)}…`;
}

/**
 * A secret has the form of its kind under its own name alone. Elsewhere it was found before it was hidden, and facts
 * tell where: all of a body where no line of it shows the kind.
 */
function foundFor({ at }: EvidencePlace, evidence: Evidence, lines: readonly LineDraft[]): EvidencePlace[] {
  const [, kind] = /^text ‹(.+)$/.exec(at) ?? [];
  if (kind === undefined) return [];
  const leaked = (evidence.facts.leaks ?? []).filter(({ planted }) => planted.replace(/-\d+$/, '') === kind);
  const places = [
    ...(kind === 'client-secret' && evidence.kind === undefined ? (evidence.facts.secretIn ?? []) : []),
    ...leaked.map(({ place }) => place),
    ...(kind === 'private-key' && evidence.kind === 'adapter answer' ? exposedIn(evidence) : []),
  ];
  const isShown = lines.some(({ ofBody, text }) => ofBody === true && text.includes(`‹${kind}`));
  const inRequest = (place: string): string[] =>
    place === 'body' && isShown ? [] : [place === 'url' ? 'request line' : `request ${place}`];
  return places.flatMap(inRequest).map((found) => ({ at: found, needed: false }));
}

const exposedIn = ({ facts }: AdapterAnswer): string[] =>
  (facts.transfer?.privateKeyIn ?? []).map(({ place }) => `body${place}`);
