import type { TransferAnswer } from './transfer-answer';

/** An answer that should have been a refusal, and the other answers of its round about the same obligation. */
interface Missed {
  readonly answer: TransferAnswer;
  readonly others: readonly TransferAnswer[];
}

/** Returns the likely mistake of a client that did not refuse. */
export type TellCause = (missed: Missed) => string;

/** Returns whether the client answered an error that contains no part of the bundle. */
export function isRefused({ outcome, method, fact }: TransferAnswer): boolean {
  return outcome === 'refused' && (method === 'transfer.encrypt' || (fact.bundleIn ?? []).length === 0);
}

const failures = {
  exposed: 'the error shows what was deciphered before the tag was verified: nothing of it may come out',
  null: 'the failure is swallowed, and null returned in place of an error',
  empty: 'the failure is swallowed, and an empty bundle returned in place of an error',
  text: 'the failure is swallowed, and a text of the client returned as if it were the bundle',
} as const;

/** Causes of a failure that the client does not report. An HIP decrypts nothing, so only `null` concerns it. */
export const failureCauses: readonly string[] = Object.values(failures);
export const nullCauses: readonly string[] = [failures.null];

/** Returns the cause if the client noticed the mistake, as it should, and then did not answer an error. */
export function likelyFailure({ outcome, fact }: TransferAnswer): string | undefined {
  const { bundle, bundleFlaw, content, unverified } = fact;
  if (outcome === 'refused') return failures.exposed;
  if (content?.opens === 'null' || bundleFlaw === 'null') return failures.null;
  if (bundleFlaw === 'an empty text') return failures.empty;
  return bundle === 'other' && unverified !== true ? failures.text : undefined;
}

const detailOf = ({ variant }: TransferAnswer): string => variant.slice(variant.indexOf(': ') + 2);

/** Returns the part before the colon, such as `algorithm` of `algorithm: RSA`. */
export const kindOf = (variant: string): string => variant.slice(0, variant.indexOf(': '));

const refusedAmong = (others: readonly TransferAnswer[], kind: string, details: readonly string[]): boolean =>
  others.some(
    (each) => each.variant.startsWith(`${kind}: `) && details.includes(detailOf(each)) && isRefused(each),
  );

export const nameCauses = {
  algorithmBegins: 'only the beginning of cryptoAlg is compared',
  algorithmUnread: 'cryptoAlg is not read',
  curveBegins: 'only the beginning of curve is compared',
  curveUnread: 'curve is not read',
} as const;

export const unreadName: TellCause = ({ answer, others }) => {
  const isCurve = kindOf(answer.variant) === 'curve';
  const isRead = isCurve
    ? refusedAmong(others, 'curve', ['P-256', 'Curve448'])
    : refusedAmong(others, 'algorithm', ['RSA']);
  if (!isRead) return isCurve ? nameCauses.curveUnread : nameCauses.algorithmUnread;
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

/** Returns the changed part, such as `tag` of `changed tag: first bit`. */
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
  // A changed ciphertext never decrypts to the right bundle.
  if (others.some((each) => isOf(each, 'ciphertext') && each.fact.bundle === 'same'))
    return changeCauses.earlier;
  if (part === 'tag' && others.some((each) => isOf(each, 'tag') && isRefused(each)))
    return detailOf(answer) === 'left out' ? changeCauses.noTag : changeCauses.partOfTag;
  if (part === 'tag' || answer.fact.bundle !== 'same') return changeCauses.unverified;
  return part === 'nonce' ? changeCauses.nonceUnused : changeCauses.keyUnused;
};

export const isLowOrder = (variant: string): boolean => variant.includes('of low order');

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

/** Maps the beginning of a variant to its cause: only a client with this mistake can read such a content. */
const nonces: readonly (readonly [detail: string, cause: string])[] = [
  ['31 bytes, a zero at the end', nonceCauses.filledAtEnd],
  ['31 bytes, a zero at the beginning', nonceCauses.filledInFront],
  ['33 bytes, one more at the end', nonceCauses.cutAtEnd],
  ['33 bytes, one more at the beginning', nonceCauses.cutInFront],
  ['31 bytes', nonceCauses.shorter],
];
