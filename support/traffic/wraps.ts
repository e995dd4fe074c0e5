import { isObject, parseJson } from '../contract/json';
import type { FormatBasis } from './format-basis';
import { documentedFormat } from './format-basis';

/** A line of a program's log, or a part of one, without the text that a log collector put around it. */
export interface Piece {
  /** Names the stream of the line. The parts of a line may be mixed with lines of other streams. */
  readonly stream: string;
  readonly bytes: Buffer;
  /** Whether more of the line follows; `undefined` if only the bytes can show it. */
  readonly isPart?: boolean;
}

/** A format in which a log collector wraps each line of a program's log. */
interface LogWrapper {
  readonly name: string;
  readonly basis: FormatBasis;
  /** The JSON members that may hold the line. */
  readonly members?: readonly string[];
  /** Matches the text in front of the line. */
  readonly head?: RegExp;
  /** The character after the line. */
  readonly closedBy?: string;
}

/** The head that containerd and CRI-O write: time, stream, `F` for a whole line or `P` for a part, and further tags. */
const criHead = /^\d{4}-\d\d-\d\dT\S+ (stdout|stderr) ([FP])(?::\S*)? /;

/** The formats that the suite unwraps. */
export const logWrappers: readonly LogWrapper[] = [
  {
    name: "Docker's json-file",
    basis: documentedFormat('Docker docs, JSON File logging driver'),
    members: ['log'],
  },
  {
    name: 'containerd and CRI-O',
    basis: documentedFormat('Kubernetes source, pkg/kubelet/kuberuntime/logs/logs.go'),
    head: criHead,
  },
  {
    name: 'Fluent Bit',
    basis: documentedFormat(
      'Fluent Bit docs, Kubernetes filter; source, parsers.conf and flb_ml_parser_cri.c',
    ),
    members: ['log', 'message'],
  },
  {
    name: 'files of Fluent Bit',
    basis: documentedFormat('Fluent Bit docs, File output, format out_file'),
    head: /^[^\s{]{1,200}: \[\d+(?:\.\d+)?, (?=\{")/,
    closedBy: ']',
  },
  {
    name: 'Vector',
    basis: documentedFormat('Vector docs, Schema configuration, log_schema.message_key'),
    members: ['message'],
  },
  {
    name: 'Loki',
    basis: documentedFormat('Loki source, pkg/logcli/output/jsonl.go'),
    members: ['line'],
  },
  {
    name: 'Google Cloud Logging',
    basis: documentedFormat('Google Cloud docs, LogEntry'),
    members: ['textPayload', 'jsonPayload'],
  },
  {
    name: 'syslog',
    basis: documentedFormat('RFC 3164; rsyslog docs, Reserved template names'),
    head: /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8}|\d{4}-\d\d-\d\dT\S{1,30}) (?:[^\s{]{1,255} )?[^\s{]{1,255}: ?(?=\{")/,
  },
  {
    name: 'syslog of RFC 5424',
    basis: documentedFormat('RFC 5424, section 6'),
    // The head is tested on UTF-8 text and on single bytes, so the optional byte order mark has two forms.
    head: /^<\d{1,3}>1(?: [^\s{]{1,255}){5} (?:-|(?:\[[^\]]{1,300}\])+) (?:\xef\xbb\xbf|\ufeff)?(?=\{")/,
  },
];

const members = [...new Set(logWrappers.flatMap((each) => each.members ?? []))];
const anyMember = members.join('|');

const mostWraps = 3;

const wrapsText = new RegExp(`"(?:${anyMember})"\\s*:\\s*"`);
const wrapsObject = new RegExp(`"(?:${anyMember})"\\s*:\\s*\\{`);

/** Each wrapping doubles the backslashes before a quotation mark. The suite gives up at 16. */
const showsTraffic = /(\\{0,15})"(?:startedAt\1"\s*:|request\1"\s*:\s*\{)/;
const showsEscapedTraffic = /(\\{1,15})"(?:startedAt|request)\1"\s*:/;

/**
 * Whether a file's first bytes show a traffic log that a log collector wrapped, or one that is mixed with other lines
 * of the gateway. A HAR file also has the member `log`, but with entries in it. Recordings must be recognized before.
 */
export function isWrapped(head: string): boolean {
  if (/"entries"\s*:\s*\[/.test(head)) return false;
  const isObjects = /^\s*[[{]\s*["{]/.test(head);
  return (
    isWrappedLine(head) ||
    head.split('\n').some((line) => isWrappedLine(line) || (!isObjects && isTraffic(line)))
  );
}

/** Whether a line of traffic is not wrapped. Such lines may follow other lines of the gateway. */
const isTraffic = (line: string): boolean => line.startsWith('{') && showsTraffic.test(line);

/** The members of Docker's json-file, in any order. All three are required, since the first traffic may come late. */
const dockerMembers = ['log', 'stream', 'time'].map((name) => new RegExp(`"${name}"\\s*:\\s*"`));

function isWrappedLine(line: string): boolean {
  if (criHead.test(line)) return true;
  if (!/^\s*[[{]\s*["{]/.test(line)) return hasHead(line) && showsTraffic.test(line);
  const isObject = wrapsObject.test(line) && /"startedAt"\s*:/.test(line);
  if (isObject || dockerMembers.every((each) => each.test(line))) return true;
  return wrapsText.test(line) && showsEscapedTraffic.test(line);
}

const hasHead = (line: string): boolean => logWrappers.some(({ head }) => head?.test(line));

/** Returns the line inside a wrapped line, or `undefined` if the line is not wrapped. */
export const pieceOf = (line: Buffer): Piece | undefined => pieceWithin(line, mostWraps);

function pieceWithin(line: Buffer, most: number): Piece | undefined {
  if (most === 0) return undefined;
  const outer = line[0] === openBrace ? pieceInObject(line) : pieceAfterHead(line);
  const inner = outer && pieceWithin(outer.bytes, most - 1);
  return inner ? { ...inner, stream: `${outer.stream} ${inner.stream}` } : outer;
}

const openBrace = 0x7b;
const longestHead = 2000;

function pieceAfterHead(line: Buffer): Piece | undefined {
  const start = line.toString('latin1', 0, longestHead);
  for (const { head, closedBy } of logWrappers) {
    const [text, stream = '', mark] = head?.exec(start) ?? [];
    if (text === undefined) continue;
    const end = closedBy === undefined ? undefined : line.lastIndexOf(closedBy);
    return { stream, bytes: line.subarray(text.length, end), isPart: mark === 'P' };
  }
  return undefined;
}

function pieceInObject(line: Buffer): Piece | undefined {
  const text = line.toString('utf8');
  if (!wrapsText.test(text) && !wrapsObject.test(text)) return undefined;
  const wrap = parseJson(text);
  // Fluent Bit can merge the members of the line into its own object, which is then a valid line of traffic itself.
  if (!isObject(wrap) || 'request' in wrap || 'startedAt' in wrap) return undefined;
  const values = members.map((name) => wrap[name]);
  const within = values.find(mayHoldTraffic) ?? values.find((each) => typeof each === 'string');
  if (within === undefined) return undefined;
  const isPart = isMarkedPart(wrap);
  return {
    stream: JSON.stringify([wrap.stream, wrap.kubernetes]),
    bytes: Buffer.from(typeof within === 'string' ? within : JSON.stringify(within)),
    ...(isPart !== undefined && { isPart }),
  };
}

/** Whether a member may hold a line of traffic, or another wrapped line. */
const mayHoldTraffic = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^\s*\{/.test(value)
    : isObject(value) && ['request', 'startedAt', ...members].some((name) => name in value);

/** Reads the mark of CRI that Fluent Bit's two CRI parsers keep in `logtag` and `_p`. */
function isMarkedPart(wrap: Readonly<Record<string, unknown>>): boolean | undefined {
  const mark = wrap.logtag ?? wrap._p;
  return mark === 'P' || mark === 'F' ? mark === 'P' : undefined;
}
