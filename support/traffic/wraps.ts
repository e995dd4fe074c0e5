import { isObject, parseJson } from '../contract/json';

/** A line of a program's log, without what was put around it. */
export interface Piece {
  /** Which of several streams it belongs to; parts of a line may stand between lines of others. */
  readonly stream: string;
  readonly bytes: Buffer;
  /** Whether more of the line follows; absent: its own bytes tell. */
  readonly isPart?: boolean;
}

/** Under which names Docker, Fluent Bit, Vector, journald, Loki and Google's and Elastic's exports keep a line. */
const names = ['log', 'message', 'msg', 'MESSAGE', 'line', 'textPayload', 'jsonPayload', '_source'];
const anyName = names.join('|');

/** What containerd and CRI-O write: time, stream, F for a whole line or P for a part, and perhaps tags. */
const criHead = /^\d{4}-\d\d-\d\dT\S+ (stdout|stderr) ([FP])(?::\S*)? /;

/** What others put in front of an object: syslog a time and a host, Compose and kubectl a name, Fluentd a time and a tag. */
const otherHead = /^[^{]{1,300}(?=\{")/;

/** Fluent Bit closes a list behind the record. */
const openList = /\[\d+(?:\.\d+)?, $/;

const mostWraps = 3;

const wrapsText = new RegExp(`"(?:${anyName})"\\s*:\\s*"`);
const wrapsObject = new RegExp(`"(?:${anyName})"\\s*:\\s*\\{`);

/** Backslashes double with each wrap; a longer run of them is none of ours. */
const tellsTraffic = /(\\{0,15})"(?:startedAt\1"\s*:|request\1"\s*:\s*\{)/;
const tellsEscaped = /(\\{1,15})"(?:startedAt|request)\1"\s*:/;

/**
 * Whether lines or values of a log, by the first of them, stand in what another program put around each, or between what
 * it wrote besides. A HAR file holds `log`, too, and entries in it; a recording may not be given.
 */
export function isWrapped(head: string): boolean {
  if (/"entries"\s*:\s*\[/.test(head)) return false;
  const isObjects = /^\s*[[{]\s*["{]/.test(head);
  return isAround(head) || head.split('\n').some((line) => isAround(line) || (!isObjects && isTraffic(line)));
}

/** A line that stands as it is behind others that tell something else. */
const isTraffic = (line: string): boolean => line.startsWith('{') && tellsTraffic.test(line);

/** What Docker's json-file writes, in whatever order: the first traffic of such a log may stand far behind its beginning. */
const ofDocker = ['log', 'stream', 'time'].map((name) => new RegExp(`"${name}"\\s*:\\s*"`));

function isAround(line: string): boolean {
  if (criHead.test(line)) return true;
  if (!/^\s*[[{]\s*["{]/.test(line)) return otherHead.test(line) && tellsTraffic.test(line);
  const isObject = wrapsObject.test(line) && /"startedAt"\s*:/.test(line);
  if (isObject || ofDocker.every((each) => each.test(line))) return true;
  return wrapsText.test(line) && tellsEscaped.test(line);
}

/** What stands in a line; `undefined` for one that nothing is around. */
export function pieceOf(line: Buffer): Piece | undefined {
  const found = pieceWithin(line, mostWraps);
  if (found !== undefined) return found;
  const outer = behind(otherHead, line);
  return outer && (pieceWithin(outer.bytes, mostWraps) ?? outer);
}

function pieceWithin(line: Buffer, most: number): Piece | undefined {
  if (most === 0) return undefined;
  const outer = line[0] === openBrace ? inObject(line) : behind(criHead, line);
  const inner = outer && pieceWithin(outer.bytes, most - 1);
  return inner ? { ...inner, stream: `${outer.stream} ${inner.stream}` } : outer;
}

const openBrace = 0x7b;
const longestHead = 400;

function behind(head: RegExp, line: Buffer): Piece | undefined {
  const [text, stream = '', mark] = head.exec(line.toString('latin1', 0, longestHead)) ?? [];
  if (text === undefined) return undefined;
  const bytes = line.subarray(text.length, openList.test(text) ? line.lastIndexOf(']') : undefined);
  return { stream, bytes, isPart: mark === 'P' };
}

function inObject(line: Buffer): Piece | undefined {
  const text = line.toString('utf8');
  if (!wrapsText.test(text) && !wrapsObject.test(text)) return undefined;
  const wrap = parseJson(text);
  // A record that was merged into what is around it is a right line as it stands.
  if (!isObject(wrap) || 'request' in wrap || 'startedAt' in wrap) return undefined;
  const all = names.map((name) => wrap[name]);
  const within = all.find(mayHoldRecord) ?? all.find((each) => typeof each === 'string');
  if (within === undefined) return undefined;
  const { stream, source, container_id: container, kubernetes } = wrap;
  const isPart = isMarkedPart(wrap);
  return {
    stream: JSON.stringify([stream, source, container, kubernetes]),
    bytes: Buffer.from(typeof within === 'string' ? within : JSON.stringify(within)),
    ...(isPart !== undefined && { isPart }),
  };
}

/** Elastic's `log` tells of the file, and its `message` holds the line. */
const mayHoldRecord = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^\s*\{/.test(value)
    : isObject(value) && ['request', 'startedAt', ...names].some((name) => name in value);

/** By the marks of Fluent Bit, Fluentd and Docker's own driver for these. */
function isMarkedPart(wrap: Readonly<Record<string, unknown>>): boolean | undefined {
  const mark = wrap.logtag ?? wrap._p;
  if (mark === 'P' || mark === 'F') return mark === 'P';
  return wrap.partial_message === undefined ? undefined : String(wrap.partial_last) !== 'true';
}
