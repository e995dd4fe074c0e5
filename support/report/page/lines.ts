import type { Exchange, RecordedBody } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import type { Place } from './telling';

/** One line of an exchange as it is shown. */
export interface Line {
  /** As in `request header timestamp`; see `Place`. */
  readonly place: string;
  readonly text: string;
  /** Levels of JSON around it. */
  readonly depth: number;
  /** Whether it tells about the obligation that the exchange is shown for. */
  readonly marked: boolean;
}

/** An exchange in three parts; lines in their order on the wire. */
export interface ExchangeLines {
  readonly about: readonly Line[];
  readonly request: readonly Line[];
  readonly answer: readonly Line[];
  /** What was found out when it was recorded, before secrets were redacted. */
  readonly facts: readonly Line[];
}

type Draft = Omit<Line, 'marked'>;

/** Longer texts are cut in the report; the recording has the whole. */
const shownCharacters = 700;
const shownBodyLines = 120;

/** The lines of an exchange, those marked that tell about an obligation, with what is missing in its place. */
export function linesOf(exchange: Exchange, telling: readonly Place[]): ExchangeLines {
  const parts = {
    about: aboutOf(exchange),
    request: requestOf(exchange),
    answer: answerOf(exchange),
    facts: factsOf(exchange),
  };
  const all = Object.values(parts).flat();
  const missing = telling.filter((place) => place.needed && !all.some((line) => matches(line, place)));
  return {
    about: marked(parts.about, telling),
    request: [...marked(parts.request, telling), ...missingIn('request', missing)],
    answer: [...marked(parts.answer, telling), ...missingIn('answer', missing)],
    facts: marked(parts.facts, telling),
  };
}

function marked(drafts: readonly Draft[], telling: readonly Place[]): Line[] {
  return drafts.map((draft) => ({ ...draft, marked: telling.some((place) => matches(draft, place)) }));
}

function missingIn(part: 'request' | 'answer', missing: readonly Place[]): Line[] {
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

function matches({ place, text }: Draft, { at }: Place): boolean {
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

function aboutOf({
  arrivedAt,
  answeredAt,
  asked,
  stimulus,
  call,
  scenario,
  clientInstance,
}: Exchange): Draft[] {
  const rows: [place: string, text: string | undefined][] = [
    ['time', `${new Date(arrivedAt).toISOString()}, answered after ${answeredAt - arrivedAt} ms`],
    ['asked', asked && `${asked.part}: ${[asked.round, asked.variant].filter(Boolean).join(', ')}`],
    ['stimulus', stimulus && `fault in force: ${stimulus}`],
    ['call', call && `during call ${call.number} of the adapter, ${call.method}`],
    ['client', clientInstance && `sent by ${clientInstance}`],
    ['scenario', scenario && `scenario: ${scenario}`],
  ];
  return rows.flatMap(([place, text]) => (text === undefined ? [] : [{ place, text: cut(text), depth: 0 }]));
}

function requestOf({ request }: Exchange): Draft[] {
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

function answerOf({ response, failure, request }: Exchange): Draft[] {
  if (response === undefined) {
    if (failure === undefined)
      return request.method === 'RESULT' ? [] : [line('answer line', '(no answer was recorded)')];
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

function factsOf({ facts }: Exchange): Draft[] {
  return Object.entries(facts).flatMap(([name, value]) => flat(`fact ${name}`, name, value));
}

/** A value below a place, one line a leaf: `tokens request:authorization expiresAt: 1795252554`. */
function flat(place: string, name: string, value: unknown): Draft[] {
  if (typeof value !== 'object' || value === null) return [line(place, `${name}: ${String(value)}`)];
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return [line(place, `${name}: ${value.length === 0 ? 'none' : value.join(', ')}`)];
  return Object.entries(value).flatMap(([key, each]) => flat(`${place}/${key}`, `${name} ${key}`, each));
}

function bodyOf(part: 'request' | 'answer', message: { readonly body?: RecordedBody }): Draft[] {
  const { body } = message;
  if (body === undefined || (body.bytes === 0 && body.absent !== true)) return [];
  const place = `${part} body`;
  if (body.absent === true) return [line(place, `(${body.bytes} bytes that were not recorded)`)];
  const value = jsonBody(message);
  const lines =
    typeof value === 'object' && value !== null ? jsonLines(place, value) : textLines(place, body);
  // Two members of one name, blanks, the spelling of numbers: what reading JSON makes of it hides them.
  const exact = value !== undefined && JSON.stringify(value) !== body.text;
  const rest = lines.length - shownBodyLines;
  return [
    ...lines.slice(0, shownBodyLines),
    ...(rest > 0 ? [line(place, `(${rest} more lines in recording.jsonl)`)] : []),
    ...(exact ? [line(place, `(as it was written: ${body.text})`)] : []),
    ...(body.cut === true ? [line(place, `(cut: ${body.bytes} bytes crossed the wire)`)] : []),
  ];
}

function textLines(place: string, { text, encoding }: RecordedBody): Draft[] {
  if (encoding === 'base64') return [line(place, `(no UTF-8; in Base64) ${text}`)];
  return text.split('\n').map((each) => line(place, each));
}

function jsonLines(place: string, value: unknown, depth = 0, name?: string, comma = ''): Draft[] {
  const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [{ place, text: cut(`${label}${JSON.stringify(value)}`, comma), depth }];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  return [
    { place, text: `${label}${open}`, depth },
    ...entries.flatMap(([key, each], index) =>
      jsonLines(
        `${place}/${key}`,
        each,
        depth + 1,
        Array.isArray(value) ? undefined : key,
        index < entries.length - 1 ? ',' : '',
      ),
    ),
    { place, text: `${close}${comma}`, depth },
  ];
}

const line = (place: string, text: string): Draft => ({ place, text: cut(text), depth: 0 });

function cut(text: string, after = ''): string {
  const over = text.length - shownCharacters;
  return over > 0
    ? `${text.slice(0, shownCharacters)}… (${over} more characters in recording.jsonl)${after}`
    : `${text}${after}`;
}
