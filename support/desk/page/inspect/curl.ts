import type { ExchangeView } from '../../wire/inspect';

/** A request as a command, and what that command cannot say. */
export interface CurlCommand {
  readonly command: string;
  readonly lacks: readonly CurlLack[];
}

/** `redacted`: a value stands for a secret. `body`: it is not whole, or no text. `header`: a name that no header can have. */
export type CurlLack = 'body' | 'header' | 'redacted';

/** What curl itself sets for the connection and the body that it sends. */
const ownHeaders = ['connection', 'content-length', 'host', 'transfer-encoding'];
/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The request of an exchange as a curl command for a POSIX shell; secrets stay as they were redacted. */
export function curlCommand({ method = 'GET', url = '', request }: ExchangeView): CurlCommand {
  const { headers, body } = request;
  const sent = headers.filter(([name]) => !ownHeaders.includes(name.toLowerCase()));
  const named = sent.filter(([name]) => token.test(name));
  const isText = body?.kind === 'text';
  const hasType = named.some(([name]) => name.toLowerCase() === 'content-type');
  const parts = [
    `curl --globoff --path-as-is --request ${quoted(method)} --url ${quoted(url)}`,
    // A header without a value takes a semicolon.
    ...named.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Otherwise curl would name a form.
    ...(isText && !hasType ? [`--header 'Content-Type:'`] : []),
    ...(isText ? [`--data-raw ${quoted(body.text)}`] : []),
  ];
  const isWhole = body === undefined || (isText && body.left === 0 && body.cut === undefined);
  const said = [url, ...named.map(([, value]) => value), isText ? body.text : ''];
  const lacks: CurlLack[] = [
    ...(said.some(isRedacted) ? (['redacted'] as const) : []),
    ...(isWhole ? [] : (['body'] as const)),
    ...(named.length < sent.length ? (['header'] as const) : []),
  ];
  return { command: parts.join(' \\\n  '), lacks };
}

/** As in `[access-token-1]`; in an address the brackets may be escaped. */
const isRedacted = (text: string): boolean => /(?:\[|%5B)[a-z][a-z0-9-]*-\d+(?:\]|%5D)/i.test(text);

const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One word of a shell, whatever it holds: what steers a terminal is written as an escape. */
export function quoted(text: string): string {
  if (text.search(steering) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replace(/[\\']/g, (character) => `\\${character}`).replace(steering, escapeOf);
  return `$'${escaped}'`;
}

const short: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escapeOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  // Three octal digits, since those of `\x` may run into what follows.
  if (point < 0x80) return short[character] ?? `\\${point.toString(8).padStart(3, '0')}`;
  return point > 0xffff
    ? `\\U${point.toString(16).padStart(8, '0')}`
    : `\\u${point.toString(16).padStart(4, '0')}`;
}
