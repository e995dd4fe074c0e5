import { isObject, parseJson } from '../contract/json';

/** What a recording begins with where a certifier gave a challenge nonce; no exchange, and not counted as one. */
interface RecordingHeader {
  readonly kind: 'recording';
  readonly nonce: string;
}

const beginning = '{"kind":"recording",';

/** The first line of a recording, with its line end; empty where there is no nonce to state. */
export function headerLine(nonce: string | undefined): string {
  if (nonce === undefined) return '';
  const header: RecordingHeader = { kind: 'recording', nonce };
  return `${JSON.stringify(header)}\n`;
}

/** A member that a first line has besides; `undefined`: it states the nonce alone. */
export function strangerIn(line: string): string | undefined {
  const header = parseJson(line);
  return isObject(header) ? Object.keys(header).find((name) => !['kind', 'nonce'].includes(name)) : undefined;
}

/** Whether a line states what the recording is, and holds no exchange; it can only be the first. */
export const isHeaderLine = (text: string): boolean => text.startsWith(beginning);

/** The nonce that a first line states; `undefined` where it states none. */
export function nonceIn(line: string): string | undefined {
  if (!isHeaderLine(line)) return undefined;
  try {
    const { nonce } = JSON.parse(line) as Partial<RecordingHeader>;
    return typeof nonce === 'string' ? nonce : undefined;
  } catch {
    return undefined;
  }
}
