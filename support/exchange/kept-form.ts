import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { classifyFieldText, minEncodedLength } from '../contract/field-text';
import { pemBlocks } from '../contract/pem';
import { readPublishedKey } from './public-key';
import type { FormOptions, KeptForm } from './read-form';
import { TextCache } from './text-cache';

export { isUnredacted } from './read-form';
export type { FormOptions } from './read-form';

type Described = Pick<KeptForm, 'kind' | 'size' | 'details'>;

/** Returns the form that replaces a value in a recording, such as `‹base64, 256 bytes, canonical, ~mark›`. */
export function redactedFormOf(value: unknown, options: FormOptions = {}): string {
  return `‹${partsOf(value, options, ' ').join(', ')}›`;
}

/** Returns the form of a value for an address. It contains no blanks or quotation marks, as in `(text,17,~mark)`. */
export function redactedFormForUrl(value: string, options: FormOptions = {}): string {
  return `(${partsOf(value, options, '-').join(',')})`;
}

function partsOf(value: unknown, { kind, mark, like }: FormOptions, gap: string): string[] {
  const described = describe(value);
  const parts = [
    kind ?? described.kind,
    kind === undefined || typeof value !== 'string' ? described.size : String(value.length),
    ...(kind === undefined ? described.details : []),
    ...(like === undefined ? [] : [`like ${like}`]),
    ...(mark === undefined ? [] : [`~${mark}`]),
  ];
  return gap === ' ' ? parts : parts.map((part) => part.replaceAll(' ', gap));
}

function describe(value: unknown): Described {
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number') return describeNumber(value);
  if (Array.isArray(value)) return { kind: 'list', size: String(value.length), details: [] };
  const members = Object.keys(value as object).length;
  return { kind: 'object', size: counted(members, 'member'), details: [] };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function describeNumber(value: number): Described {
  const whole = Math.abs(Math.trunc(value));
  const digits = Number.isFinite(value) ? 1 + Math.floor(Math.log10(Math.max(1, whole))) : 309;
  const details = [
    ...(value < 0 ? ['negative'] : []),
    ...(Number.isFinite(value) && !Number.isInteger(value) ? ['fraction'] : []),
  ];
  return { kind: 'number', size: counted(digits, 'digit'), details };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const jws = /^eyJ[\w-]*(?:\.[\w-]*){2}$/;
const jwe = /^eyJ[\w-]*(?:\.[\w-]*){4}$/;
const date = /^(?:19|2\d)\d{2}-\d{2}-\d{2}(?:[T ][\d:.,Z +-]{0,25})?$/;

function describeText(text: string): Described {
  const as = (kind: string, ...details: string[]) => ({ kind, size: String(text.length), details });
  if (/^\d+$/.test(text)) return { kind: 'digits', size: counted(text.length, 'digit'), details: [] };
  const [, version] = text.length === 36 ? (uuid.exec(text) ?? []) : [];
  if (version !== undefined) return as('uuid', `version ${version}`, letterCase(text));
  if (text.startsWith('eyJ')) {
    if (jws.test(text)) return as('jwt');
    if (jwe.test(text)) return as('jwe');
  }
  if (text.includes('-----BEGIN')) return as('pem', ...keys.of(text, () => pemDetails(text)));
  if (date.test(text)) return as('date');
  return describeCoded(text) ?? as(wholeKind(text));
}

function letterCase(text: string): string {
  if (text === text.toLowerCase()) return 'lowercase';
  return text === text.toUpperCase() ? 'uppercase' : 'mixed case';
}

/** Matches the PEM labels that a form may contain. Any other label may contain a secret. */
const label =
  /^(?:(?:RSA|EC|DSA|ENCRYPTED|OPENSSH|PUBLIC|PRIVATE|KEY|CERTIFICATE|REQUEST|X509|CRL|PARAMETERS) ?)+$/;

/** Caches the details of PEM texts, because clients fetch the same certificate repeatedly. */
const keys = new TextCache<readonly string[]>();

function pemDetails(text: string): string[] {
  const [block] = pemBlocks(text);
  if (block === undefined || !label.test(block.label)) return [];
  const { type, bits } = block.label.includes('PRIVATE') ? {} : readPublishedKey({ text });
  return [
    block.label,
    ...(type === undefined ? [] : [type]),
    ...(bits === undefined ? [] : [`${bits} bits`]),
  ];
}

/**
 * Matches Base64 in texts shorter than {@link minEncodedLength}. Requires a digit and letters of both cases, because
 * other short texts may be words.
 */
const shortBase64 =
  /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function describeCoded(text: string): Described | undefined {
  if (text.length >= minEncodedLength) {
    const { form, flaw, bytes } = classifyFieldText(text);
    if (bytes === undefined) return undefined;
    const kind = form === 'base64-loose' ? 'base64' : form;
    const details = form === 'base64' ? ['canonical', ...(flaw === undefined ? [] : [flaw])] : [flaw ?? ''];
    return { kind, size: counted(bytes.length, 'byte'), details: details.filter((each) => each !== '') };
  }
  if (text.length >= 16 && shortBase64.test(text))
    return {
      kind: 'base64',
      size: counted(Buffer.byteLength(text, 'base64'), 'byte'),
      details: ['canonical'],
    };
  return undefined;
}

function wholeKind(text: string): string {
  if (/^\s*</.test(text)) return 'html';
  if (/^\s*[[{]/.test(text)) return 'json';
  return /^[\w.%+-]{1,64}=[^\s<>"']*&/.test(text) ? 'form' : 'text';
}

/**
 * Length of a mark in characters (84 bits). Different values practically never have equal marks. Without the key, a
 * mark does not reveal its value.
 */
const markLength = 14;

/** Computes the marks of values with a secret key. Equal values have equal marks. */
export class MarkGenerator {
  readonly #key;
  readonly #recent = new TextCache<string>();

  /** @param key needed if another process must compute the same marks; by default a random key that is never stored */
  constructor(key: Buffer = randomBytes(32)) {
    this.#key = createSecretKey(key);
  }

  of(text: string): string {
    return this.#recent.of(text, () =>
      createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, markLength),
    );
  }
}
