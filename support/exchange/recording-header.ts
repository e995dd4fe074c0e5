import { isObject, parseJson } from '../contract/json';

/** The form of exchanges in recordings of this version. */
export const recordedForm = 2;

/** What decided what a recording holds: a judge finds nothing by other names, and facts are those of these readings. */
export interface KeptUnder {
  /** Names that the target and its readings added to those that are always kept; sorted. */
  readonly names: readonly string[];
  /** Readings by which facts were computed, where they are not the defaults; null: several, of recordings that became one. */
  readonly readings?: Readonly<Record<string, unknown>>;
}

/** What a recording begins with; no exchange, and not counted as one. */
export interface RecordingHeader extends KeptUnder {
  readonly kind: 'recording';
  readonly form: typeof recordedForm;
  /** That of a certifier who gave a challenge. */
  readonly nonce?: string;
}

/** What is kept whatever a target names. */
export const nothingAdded: KeptUnder = { names: [] };

const beginning = '{"kind":"recording",';
const members = ['kind', 'form', 'names', 'readings', 'nonce'];

/** The first line of a recording, with its line end. */
export function headerLine(nonce: string | undefined, { names, readings }: KeptUnder): string {
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
export const isHeaderLine = (text: string): boolean => text.startsWith(beginning);

/** The nonce that a first line states; `undefined` where it states none. */
export function nonceIn(line: string): string | undefined {
  const nonce = memberIn(line, 'nonce');
  return typeof nonce === 'string' ? nonce : undefined;
}

/** What a first line says of what is kept; `undefined`: its recording is of another form than this version reads. */
export function keptIn(line: string): KeptUnder | undefined {
  if (memberIn(line, 'form') !== recordedForm) return undefined;
  const [names, readings] = [memberIn(line, 'names'), memberIn(line, 'readings')];
  return {
    names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    ...(isObject(readings) && { readings }),
  };
}

function memberIn(line: string, name: string): unknown {
  const header = isHeaderLine(line) ? parseJson(line) : undefined;
  return isObject(header) ? header[name] : undefined;
}
