import type { StreamLine } from '../adapter/lines';
import { LineSplitter } from '../adapter/lines';
import type { JsonReadResult } from '../contract/json';
import { isObject, parseJson } from '../contract/json';
import { firstProblem } from '../contract/schemas';
import { isInvalidVariantOf } from '../contract/transfer';
import type { Evidence } from './evidence';
import type { Exchange } from './exchange';

/** Characters at which many readers of lines end one, though JSON does not: NEL and the separators of Unicode. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** One line of a recording. */
export function recordingLine(evidence: Evidence | Omit<Evidence, 'seq'>): string {
  const json = JSON.stringify(evidence).replace(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}

/** The form of recordings that this version writes and reads. */
export const recordedForm = 2;

/** What decided what a recording holds: a judge finds nothing by other names, and facts are those of these readings. */
export interface RedactionSettings {
  /** Names that the target and its readings added to those that are always kept; sorted. */
  readonly names: readonly string[];
  /**
   * Readings by which facts were computed, where they are not the defaults; null: several, of recordings that became
   * one.
   */
  readonly readings?: Readonly<Record<string, unknown>>;
}

/** What a recording begins with; no exchange, and not counted as one. */
interface RecordingHeader extends RedactionSettings {
  readonly kind: 'recording';
  readonly form: typeof recordedForm;
  /** That of a certifier who gave a challenge. */
  readonly nonce?: string;
}

/** What is kept whatever a target names. */
export const defaultRedactionSettings: RedactionSettings = { names: [] };

const beginning = '{"kind":"recording",';
const members = ['kind', 'form', 'names', 'readings', 'nonce'];

/** The first line of a recording, with its line end. */
export function formatRecordingHeader(
  nonce: string | undefined,
  { names, readings }: RedactionSettings,
): string {
  const header: RecordingHeader = {
    kind: 'recording',
    form: recordedForm,
    names,
    ...(readings && { readings }),
    ...(nonce !== undefined && { nonce }),
  };
  return `${JSON.stringify(header)}\n`;
}

/** A member that no first line has. */
export function strangerIn(line: string): string | undefined {
  const header = parseJson(line);
  return isObject(header) ? Object.keys(header).find((name) => !members.includes(name)) : undefined;
}

/** Whether a line states what the recording is, and holds no exchange; it can only be the first. */
export const isRecordingHeader = (text: string): boolean => text.startsWith(beginning);

/** The nonce that a first line states; `undefined` where it states none. */
export function nonceIn(line: string): string | undefined {
  const nonce = memberIn(line, 'nonce');
  return typeof nonce === 'string' ? nonce : undefined;
}

/** The form that the first line of a recording states; `undefined` if it states none. */
export const formIn = (line: string): unknown => memberIn(line, 'form');

/** What the first line of a recording says of what is kept; `undefined` if its form is not {@link recordedForm}. */
export function redactionSettingsInLine(line: string): RedactionSettings | undefined {
  if (formIn(line) !== recordedForm) return undefined;
  const [names, readings] = [memberIn(line, 'names'), memberIn(line, 'readings')];
  return {
    names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    ...(isObject(readings) && { readings }),
  };
}

function memberIn(line: string, name: string): unknown {
  const header = isRecordingHeader(line) ? parseJson(line) : undefined;
  return isObject(header) ? header[name] : undefined;
}

/** Two bodies of 1 MiB, each byte of them written as `\u0000`, and a third of that for the rest. */
const maxLineBytes = 16 * 1024 * 1024;

/** A line of a recording, or the news that it is longer than any that is written. */
export type RecordedLine = {
  /** Counts from 1, without the header. */
  readonly number: number;
  /** Where it stands in its file, where that is another number. */
  readonly line?: number;
} & ({ readonly text: string } | { readonly flaw: string });

/** By which number a person finds it. */
export const lineNumberOf = ({
  number,
  line = number,
}: {
  readonly number: number;
  readonly line?: number;
}): number => line;

/** How the lines of a recording are read. */
interface LineReading {
  readonly maxBytes?: number;
  /** Called with the first line that is not blank. An error that it throws ends the reading. */
  readonly first?: (line: string) => void;
}

/**
 * Reads the lines of a recording while its bytes arrive, whatever its size. Blank lines and the header in front are
 * left out. Lines end at line feeds only: JSON may contain the other characters that end a line elsewhere, such as
 * U+2028.
 */
export async function* recordedLines(
  chunks: AsyncIterable<Buffer>,
  { maxBytes = maxLineBytes, first }: LineReading = {},
): AsyncGenerator<RecordedLine> {
  const splitter = new LineSplitter(maxBytes);
  let [number, at] = [0, 0];
  let isBegun = false;
  for await (const chunk of withLineEnd(chunks))
    for (const line of splitter.push(chunk)) {
      const read = textOf(line);
      at += 1;
      if (!isBegun && read !== '') {
        isBegun = true;
        first?.(read ?? '');
      }
      if (at === 1 && read !== undefined && isRecordingHeader(read)) continue;
      number += 1;
      const stands = at === number ? {} : { line: at };
      if (read === undefined) yield { number, ...stands, flaw: `longer than ${maxBytes} bytes` };
      else if (read !== '') yield { number, ...stands, text: read };
    }
}

async function* withLineEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  yield Buffer.from('\n');
}

/** A mark of the byte order in front is a blank, too. */
function textOf(line: StreamLine): string | undefined {
  return line.kind === 'too-long' ? undefined : line.bytes.toString('utf8').trim();
}

/** The ordered evidence of a run, whatever brought it. */
export interface Recording {
  readonly evidence: readonly Evidence[];
  /** The exchanges of it, without those that are not judged because their client had ended. */
  readonly exchanges: readonly Exchange[];
  /** Takes what has no number yet: an exchange, where nothing else is said. */
  append<Of extends Evidence = Exchange>(draft: Omit<Of, 'seq'>): Of;
}

/** A recording that is kept in memory; `seq` counts from 1. */
export function createRecording(): Recording {
  const evidence: Evidence[] = [];
  const exchanges: Exchange[] = [];
  return {
    evidence,
    exchanges,
    append<Of extends Evidence>(draft: Omit<Of, 'seq'>) {
      const seq = evidence.length + 1;
      // Its own number, in front, whatever one it had before.
      const next = Object.assign({ seq }, draft, { seq }) as unknown as Evidence;
      evidence.push(next);
      if (next.kind === undefined && next.clientEnd === undefined) exchanges.push(next);
      return next as Of;
    },
  };
}

/** What a line of a recording holds, or why it is no evidence. */
export type ReadEvidence = { readonly evidence: Evidence } | { readonly flaw: string };

/** Takes nothing on trust: judges and reports rely on every member that the schema describes. */
export function validateEvidence(read: JsonReadResult): ReadEvidence {
  if ('flaw' in read) return read;
  const problem = firstProblem('evidence', read.value);
  if (problem !== undefined) return { flaw: `no exchange: ${problem.message}` };
  return { evidence: withMistaken(read.value as Evidence) };
}

/**
 * Adds `mistaken` to a request for a transfer that lacks the name of the algorithm or the curve. Recordings of earlier
 * versions have only the variant of such a request.
 */
function withMistaken(evidence: Evidence): Evidence {
  const { asked } = evidence;
  if (asked?.part !== 'open' || !isInvalidVariantOf(asked.variant, ['algorithm', 'curve'])) return evidence;
  return asked.mistaken === true ? evidence : { ...evidence, asked: { ...asked, mistaken: true } };
}

/** Evidence in a value; `undefined` where it is none. */
export function asValidEvidence(value: unknown): Evidence | undefined {
  const read = validateEvidence({ value });
  return 'flaw' in read ? undefined : read.evidence;
}
