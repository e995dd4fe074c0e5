import type { SecretKind } from '../contract/secrets';
import { secretHeaders, secretKinds, secretMembers } from '../contract/secrets';

// Begins where a token may begin: else a body of many eyJ would be read to its end from each of them.
export const jwtPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*){1,3}/g;
export const privateKeyPattern =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;
// Leaves the closing quote alone: in JSON within JSON it may be the opening one of the next name.
export const memberPattern = /("([\w-]+)"\s*:\s*)"((?:[^"\\]|\\.)*)/g;
/** The member that holds a secret inside an object of its name, as in `"otp": {"value": "…"}`. */
export const holderPattern = /("([\w-]+)"\s*:\s*\{[^{}]*?"(?:otpValue|value)"\s*:\s*)"((?:[^"\\]|\\.)*)/gi;
export const numberPattern = /("([\w-]+)"\s*:\s*)-?\d[\d.eE+-]*/g;
export const formPattern = /(^|[?&\s])([\w-]+)=([^&\s"]*)/g;

/** The token in the value of a header: the scheme stays readable, and a scheme that is written twice is shown twice. */
export function credentialsIn(value: string): string {
  return value.trim().replace(/^(?:Bearer(?:\s+|$))+/i, '');
}

/** The token without what follows it in a text: a JWT has three parts, an encrypted one five. */
export function tokenOf(match: string): string {
  const parts = match.split('.');
  return parts.slice(0, parts.length === 5 && parts[4] !== '' ? 5 : 3).join('.');
}

export function headerKind(name: string): SecretKind | undefined {
  const lower = name.toLowerCase();
  return own(secretHeaders, lower) ?? own(secretMembers, lower);
}

/** By a name in small letters. It comes from the wire, and may be that of what every object inherits, as constructor. */
export function own(kinds: Readonly<Record<string, SecretKind>>, lower: string): SecretKind | undefined {
  return Object.hasOwn(kinds, lower) ? kinds[lower] : undefined;
}

const placeholder = String.raw`\[(?:${secretKinds.join('|')})-\d{1,7}\]`;

/** A text that holds a placeholder. */
export const showsPlaceholder = new RegExp(placeholder);

/** With a number or, where nothing was learned, without. */
const anyPlaceholder = new RegExp(`(\\[(?:${secretKinds.join('|')})(?:-\\d{1,7})?\\])`);

/** A text in pieces, of which every second is a placeholder. */
export const betweenPlaceholders = (text: string): string[] =>
  text.includes('[') ? text.split(anyPlaceholder) : [text];

/** Without one of them, no pattern of a secret fits: most values of headers are seen through at a glance. */
const sign = /["=]|eyJ|-----BEGIN/;
const escaped = /[\\%+]/;

/** Whether a text may show a secret by a name beside it, or by its form. */
export const mayShow = (text: string): boolean => sign.test(text);

/** The same, or behind escapes. */
export const mayShowEscaped = (text: string): boolean => sign.test(text) || escaped.test(text);

/** Nothing to hide: a placeholder, or an empty value, which rules must be able to tell. */
export function isShown(value: string): boolean {
  return value === '' || /^\[[a-z-]+-\d+\]$/.test(value);
}
