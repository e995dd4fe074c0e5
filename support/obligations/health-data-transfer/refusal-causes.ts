import type { Circumstances } from '../judge/circumstances';
import { keyForms } from '../judge/facets';
import type { Facet } from '../judge/home';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome } from './transfer-answer';

/** An answer that should have been a refusal, among all of its round that are about the same. */
interface Missed {
  readonly answer: TransferAnswer;
  readonly others: readonly TransferAnswer[];
}

/** Tells the mistake that this very answer shows. */
export type TellCause = (missed: Missed) => string;

/** Whether it was refused, with nothing of the bundle in the error. */
export function isRefused({ outcome, method, fact }: TransferAnswer): boolean {
  return outcome === 'refused' && (method === 'transfer.encrypt' || (fact.bundleIn ?? []).length === 0);
}

/** What came in place of a refusal. */
export function whatCame(answer: TransferAnswer): string {
  const [exposed] = answer.fact.bundleIn ?? [];
  if (answer.outcome === 'refused')
    return `an error that gives the bundle out (${exposed?.encoding ?? ''} in ${exposed?.place ?? ''})`;
  const { bundle, bundleFlaw, content } = answer.fact;
  if (content?.opens === 'null') return 'null in place of a content, and no error';
  if (bundle === 'same') return 'the whole bundle';
  return bundleFlaw ?? showOutcome(answer);
}

const failures = {
  exposed: 'the error shows what was deciphered before the tag was verified: nothing of it may come out',
  null: 'the failure is swallowed, and null returned in place of an error',
  empty: 'the failure is swallowed, and an empty bundle returned in place of an error',
  text: 'the failure is swallowed, and a text of the client returned as if it were the bundle',
} as const;

/** How an HIP or an HIU fails and does not say so: an HIP deciphers nothing. */
export const failureCauses: readonly string[] = Object.values(failures);
export const nullCauses: readonly string[] = [failures.null];

/** A client that failed, as it should, and did not say so: the same whatever was spoilt. */
export function likelyFailure({ outcome, fact }: TransferAnswer): string | undefined {
  const { bundle, bundleFlaw, content, unverified } = fact;
  if (outcome === 'refused') return failures.exposed;
  if (content?.opens === 'null' || bundleFlaw === 'null') return failures.null;
  if (bundleFlaw === 'an empty text') return failures.empty;
  return bundle === 'other' && unverified !== true ? failures.text : undefined;
}

const detailOf = ({ variant }: TransferAnswer): string => variant.slice(variant.indexOf(': ') + 2);

/** `algorithm` of `algorithm: RSA`. */
export const kindOf = (variant: string): string => variant.slice(0, variant.indexOf(': '));

const refusedAmong = (others: readonly TransferAnswer[], kind: string, details: readonly string[]): boolean =>
  others.some(
    (each) => each.variant.startsWith(`${kind}: `) && details.includes(detailOf(each)) && isRefused(each),
  );

export const nameCauses = {
  algorithmEmpty: 'an empty cryptoAlg is taken for ECDH',
  algorithmBegins: 'only the beginning of cryptoAlg is compared',
  algorithmUnread: 'cryptoAlg is not read',
  curveEmpty: 'an empty curve is taken for Curve25519',
  curveBegins: 'only the beginning of curve is compared',
  curveUnread: 'curve is not read',
} as const;

export const unreadName: TellCause = ({ answer, others }) => {
  const isCurve = kindOf(answer.variant) === 'curve';
  const isRead = isCurve
    ? refusedAmong(others, 'curve', ['P-256', 'Curve448'])
    : refusedAmong(others, 'algorithm', ['RSA']);
  if (!isRead) return isCurve ? nameCauses.curveUnread : nameCauses.algorithmUnread;
  if (detailOf(answer) === 'empty') return isCurve ? nameCauses.curveEmpty : nameCauses.algorithmEmpty;
  return isCurve ? nameCauses.curveBegins : nameCauses.algorithmBegins;
};

export const expiryCauses = {
  zone: 'the expiry is compared in another time zone than UTC: what is over by hours is taken',
  late: 'keys are taken for more than a day after their expiry',
  unread: 'the expiry is not read',
} as const;

export const unreadExpiry: TellCause = ({ others }) => {
  if (refusedAmong(others, 'expiry', ['a day ago'])) return expiryCauses.zone;
  return refusedAmong(others, 'expiry', ['a year ago']) ? expiryCauses.late : expiryCauses.unread;
};

/** `tag` of `changed tag: first bit`. */
export const changedPart = (variant: string): string => kindOf(variant).slice('changed '.length);

export const changeCauses = {
  earlier: 'the changed content is not read: the bundle of an earlier one comes back',
  noTag: 'a content without its tag is read',
  partOfTag: 'only a part of the tag is verified: all of its 16 bytes count',
  nonceUnused: 'the changed nonce is not used: the content opens with one that came earlier',
  keyUnused: 'the changed key is not used: the content opens with one that came earlier',
  unverified:
    'the tag is not verified: what the cipher makes of the changed content is given out (a stream that is never finished, or GCM taken as CTR)',
} as const;

export const unverifiedChange: TellCause = ({ answer, others }) => {
  const part = changedPart(answer.variant);
  const isOf = (each: TransferAnswer, name: string): boolean => changedPart(each.variant) === name;
  // No cipher makes the right bundle of another ciphertext.
  if (others.some((each) => isOf(each, 'ciphertext') && each.fact.bundle === 'same'))
    return changeCauses.earlier;
  if (part === 'tag' && others.some((each) => isOf(each, 'tag') && isRefused(each)))
    return detailOf(answer) === 'left out' ? changeCauses.noTag : changeCauses.partOfTag;
  if (part === 'tag' || answer.fact.bundle !== 'same') return changeCauses.unverified;
  return part === 'nonce' ? changeCauses.nonceUnused : changeCauses.keyUnused;
};

const isLowOrder = (variant: string): boolean => variant.includes('of low order');

/** What a key that cannot be used is about. */
export function keyFacet(variant: string): string {
  if (isLowOrder(variant)) return 'low order';
  return variant.endsWith('off the curve') ? 'off the curve' : 'wrong form';
}

/** Every 32 bytes are a key on X25519. */
export function keyFacets(about: Circumstances): readonly Facet[] | undefined {
  const sides = (['hip', 'hiu'] as const).filter((side) => about.roles.includes(side));
  const forms = sides.map((side) => keyForms(side, about));
  if (forms.includes(undefined)) return undefined;
  const isRaw = forms.flat().every((form) => form === 'x25519');
  return [
    { name: 'low order' },
    {
      name: 'off the curve',
      ...(isRaw && { ruledOut: 'the client takes X25519 keys alone, and any 32 bytes are one' }),
    },
    { name: 'wrong form' },
  ];
}

export const badKeyCauses = {
  lowOrderSecret:
    'the order of the public key is not checked: the shared secret is all zeros, and must be refused (RFC 7748, section 6.1)',
  lowOrderPoint:
    'the order of the point is not checked: it lies on the curve, and leaves but eight secrets to try',
  offCurve: 'the point is not checked to be on the curve',
  short: 'the length of the public key is not checked: one that lacks a byte is filled up',
  long: 'the length of the public key is not checked: one byte more is cut off',
  empty: 'an empty public key is taken',
  noBase64: 'what is no Base64 is decoded all the same',
  otherForm: 'keys of a form that the client does not declare are taken',
} as const;

export const uncheckedKey: TellCause = ({ answer }) => {
  const { variant, fact } = answer;
  if (isLowOrder(variant))
    return fact.form === 'x25519' ? badKeyCauses.lowOrderSecret : badKeyCauses.lowOrderPoint;
  return badKeys[detailOf(answer)] ?? badKeyCauses.otherForm;
};

const badKeys: Readonly<Record<string, string>> = {
  'off the curve': badKeyCauses.offCurve,
  'cut short by a byte': badKeyCauses.short,
  'a byte too long': badKeyCauses.long,
  empty: badKeyCauses.empty,
  'no Base64': badKeyCauses.noBase64,
};

export const nonceCauses = {
  filledAtEnd: 'the shorter nonce is filled up at its end',
  filledInFront: 'the shorter nonce is filled up at its beginning, as a number is',
  cutAtEnd: 'the longer nonce is cut at its end',
  cutInFront: 'the longer nonce is cut at its beginning',
  shorter: 'the length of the nonce is not checked: a shorter one is taken',
  longer: 'the length of the nonce is not checked: a longer one is taken',
} as const;

export const uncheckedNonce: TellCause = ({ answer }) =>
  nonces.find(([beginning]) => detailOf(answer).startsWith(beginning))?.[1] ?? nonceCauses.longer;

/** As the suite made the content, nothing but this reads it. */
const nonces: readonly (readonly [detail: string, cause: string])[] = [
  ['31 bytes, a zero at the end', nonceCauses.filledAtEnd],
  ['31 bytes, a zero at the beginning', nonceCauses.filledInFront],
  ['33 bytes, one more at the end', nonceCauses.cutAtEnd],
  ['33 bytes, one more at the beginning', nonceCauses.cutInFront],
  ['31 bytes', nonceCauses.shorter],
];
