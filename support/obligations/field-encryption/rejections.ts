import { formatCount } from '../../contract/format-count';
import { checkSchema } from '../../contract/schemas';
import { deliberateMistakes } from '../../contract/deliberate-mistakes';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody, exchangeReference } from '../../exchange/exchange';
import type { Reason } from '../../exchange/reason';
import { leftOutByGentleProbes } from '../../exchange/reason';
import type { RejectionKind } from '../../exchange/facts';
import { reportText } from '../../exchange/text';
import { missingTwin, openInRun } from '../judge/common-absences';
import type { Circumstances, Facet } from '../judge/home';
import { defineHome, placesAt } from '../judge/home';
import type { Round } from '../judge/answers';
import {
  showAnswer,
  showRequest,
  boundSeqs,
  facetByVariant,
  eachNegative,
  eachRound,
  judgeBound,
  noteOfAnswer,
  withNoteOfRefusal,
} from '../judge/answers';
import type { NamedRefusal } from '../judge/refusal-reasons';
import type { Judgement, RuleContext } from '../judge/judge';
import { withFacetNames, keptJudgement, memoizeByExchange } from '../judge/judge';
import type { Target } from '../../targets/target';

const wrongPaddings = deliberateMistakes['ENC-11'];
const wrongHashes = deliberateMistakes['ENC-12'];
const wrongEncodings = deliberateMistakes['ENC-13'];

/** Contents of the `otp` field, each wrong in one fact. */
const wrongOtps: Readonly<Record<string, string>> = { ...wrongPaddings, ...wrongHashes, ...wrongEncodings };

/** A wrong value that the suite sends in place of a rightly encrypted OTP. */
export type WrongOtp = keyof typeof wrongPaddings | keyof typeof wrongHashes | keyof typeof wrongEncodings;

/** The facet of each wrong value. There is a single wrong padding, so it is not a facet. */
const facetOfVariant: Readonly<Record<string, string>> = {
  'oaep-sha1': 'the other hash',
  'oaep-sha256': 'the other hash',
  'oaep-mixed': 'mixed',
  raw: 'raw',
  hex: 'hexadecimal',
  'broken-base64': 'broken Base64',
};

/**
 * Returns the wrong values in the order in which a run sends them: the first value of each obligation comes before the
 * second value of any. If a target allows too few attempts, the run does not send the last ones.
 *
 * @param mistakes the wrong values of each obligation
 * @param right the hash that the registry expects, which is not a mistake
 */
export function orderWrongOtps(
  mistakes: readonly Readonly<Partial<Record<WrongOtp, string>>>[],
  right: 'oaep-sha1' | 'oaep-sha256',
): WrongOtp[] {
  const values = mistakes.map((row) =>
    (Object.keys(row) as WrongOtp[]).filter((variant) => variant !== right),
  );
  const most = Math.max(0, ...values.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) =>
    values.flatMap((variants) => variants.slice(index, index + 1)),
  ).flat();
}

/** All wrong values. The registry may expect either hash: the facets come in the same order. */
const inOrder = orderWrongOtps([wrongPaddings, wrongHashes, wrongEncodings], 'oaep-sha1');

/** How many OTPs a run can have: those of the target, or as many as it takes where a program prints them. */
export function countAvailableOtps({
  otps,
  otpCommand,
  limits,
}: Pick<Target, 'otps' | 'otpCommand' | 'limits'>): number {
  return otpCommand === undefined ? otps.length : Math.ceil(inOrder.length / Math.max(1, roomOf(limits)));
}

/** For wrong values, of each OTP: its last attempt is that of the valid twin. */
export const roomOf = ({ otpAttempts }: Pick<Target['limits'], 'otpAttempts'>): number => otpAttempts - 1;

/** What to do where OTPs allow too few attempts. If each is sent only once, more of them do not help. */
export function adviceOnOtps(
  otps: number,
  limits: Pick<Target['limits'], 'otpAttempts'>,
  wrong: number = inOrder.length,
) {
  const enough = Math.ceil(wrong / otps) + 1;
  return `set limits.otpAttempts to ${enough}${roomOf(limits) > 0 ? ', or list more OTPs' : ''}`;
}

/** The reason why gentle runs send no wrong OTPs. */
export const noWrongOtps = leftOutByGentleProbes('nothing is sent that may count as a wrong OTP');

const whyNoWrongOtps = ({ limits }: Circumstances): Reason | undefined =>
  limits?.probes === 'gentle' ? noWrongOtps : undefined;

/**
 * Returns why the attempts do not suffice for a wrong value; `undefined` if they do. Gentle runs send no wrong values,
 * so attempts do not matter there. Without any OTP, nothing is left out: the obligations that need an OTP are then not
 * tested at all.
 */
function whyTooFew(variant: WrongOtp, { limits, otps = [] }: Circumstances): Reason | undefined {
  const count = otps.length;
  if (limits === undefined || limits.probes === 'gentle' || count === 0) return undefined;
  if (inOrder.indexOf(variant) < count * roomOf(limits)) return undefined;
  const given = `${formatCount(count, 'OTP')} of ${formatCount(limits.otpAttempts, 'attempt')}`;
  const text = `${given} ${count === 1 ? 'is' : 'are'} too few: ${adviceOnOtps(count, limits)}`;
  return { kind: 'left-out', text, by: `limits.otpAttempts: ${limits.otpAttempts}` };
}

/** The facets of an obligation, one for each wrong value. Those for which the attempts do not suffice have a reason. */
function asOtpsAllow(mistakes: Readonly<Record<string, string>>) {
  return (about: Circumstances): readonly Facet[] =>
    inOrder
      .filter((variant) => Object.hasOwn(mistakes, variant))
      .map((variant) => {
        const setAside = whyTooFew(variant, about);
        return { name: facetOfVariant[variant] ?? variant, ...(setAside && { setAside }) };
      });
}

const likely = {
  taken: 'the value was accepted: the service also opens what the document has it reject, or opens nothing',
  otherForm: 'the value was not rejected by the status or the body that readings.encryption-rejection names',
} as const;

/**
 * Whether an answer rejects an encrypted value as such (reading `encryption-rejection`). Where no status is agreed, a 401
 * is about the token, whose decryption may have failed as well.
 */
export function isEncryptionRejection(exchange: Exchange, context: RuleContext): boolean {
  const { status } = context.readings['encryption-rejection'];
  if (!isRefused(exchange) || (status === undefined && exchange.response?.status === 401)) return false;
  return saysRejected(exchange) && otherForm(exchange, context).length === 0;
}

/**
 * Whether a rejection is a decryption or padding error, after which clause 6.3 demands something of the client. One that
 * merely calls a value invalid says nothing of key or hash. A target that names words of its own means such errors.
 */
export function isDecryptionError(exchange: Exchange, context: RuleContext): boolean {
  return isEncryptionRejection(exchange, context) && said(exchange) === 'decryption';
}

/** Whether a client may take a refusal for such a rejection, and be careful: the document does not show its words. */
export function mayBeEncryptionRejection(exchange: Exchange): boolean {
  return isRefused(exchange) && said(exchange) !== 'nothing';
}

const isRefused = (exchange: Exchange): boolean => exchange.response !== undefined && !isAccepted(exchange);

/** What an answer says of encryption; the document does not show its words. */
const said = ({ facts }: Exchange): RejectionKind | 'nothing' => facts.rejects ?? 'nothing';

const saysRejected = (exchange: Exchange): boolean =>
  ['decryption', 'invalid value'].includes(said(exchange));

/** How the form differs from what the target has agreed on: the document shows neither status nor body. */
const otherForm = memoizeByExchange((exchange, { readings }: RuleContext): string[] => {
  const { status, shape } = readings['encryption-rejection'];
  const isEnvelope = checkSchema('contract/error', withoutExtras(jsonBody(exchange.response))).length === 0;
  return [
    ...(status === undefined || exchange.response?.status === status ? [] : [`the status is not ${status}`]),
    ...(shape === 'any' || isEnvelope ? [] : ['the body is not the error envelope']),
  ];
});

/** Members beside `error` are judged on the session call alone. */
function withoutExtras(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? { error: body.error } : body;
}

function judgeRejection(exchange: Exchange, context: RuleContext): Judgement {
  if (isEncryptionRejection(exchange, context)) return keptJudgement;
  const flaws = otherForm(exchange, context);
  const saysSo = saysRejected(exchange);
  const isTaken = isAccepted(exchange) && !saysSo;
  if (!isTaken && flaws.length === 0)
    return {
      unjudged: reportText`${exchangeReference(exchange)} got ${showAnswer(exchange)}: ${
        saysSo
          ? 'a rejection by its words, though not by its status'
          : 'a refusal that may have another reason'
      } (readings.encryption-rejection says what is agreed)`,
    };
  return {
    breach: {
      sent: showRequest(exchange, wrongOtps[exchange.asked?.variant ?? ''] ?? 'a wrong ciphertext'),
      expected: expectedRejection(context),
      seen: reportText`${showAnswer(exchange)}${isTaken ? '' : `: ${flaws.join('; ')}`}`,
      cause: isTaken ? likely.taken : likely.otherForm,
    },
  };
}

/** The refusal that the target names. A rejection counts only if its words name the encrypted value. */
function namedRejection({ readings }: RuleContext): NamedRefusal {
  const { status } = readings['encryption-rejection'];
  return { status, reading: 'encryption-rejection', showsReason: true };
}

function expectedRejection({ readings }: RuleContext): string {
  const { status, words, shape } = readings['encryption-rejection'];
  const named =
    words === undefined ? 'naming decryption, padding or an encrypted value' : `saying ${words.join(' or ')}`;
  const body = shape === 'envelope' ? 'the error envelope' : 'a body';
  return `${status ?? 'any status but 2xx'} with ${body} ${named} (reading encryption-rejection)`;
}

/** Clause 7: wrong padding. */
export const wrongPaddingRejected = defineHome({
  id: 'ENC-11',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A ciphertext with the wrong padding is rejected',
  rule:
    'A ciphertext whose padding is wrong is turned away with a decryption, padding or ' +
    'invalid-encrypted-value error.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the status 422': 'rejection-422',
    'a body without the error envelope': 'rejection-flat',
    'the words of another library': 'rejection-in-other-words',
    'the name of an exception, with the status 500': 'rejection-by-exception',
    'a code instead of words': 'rejection-in-code',
    'the status is 409, and the body names the value': 'rejection-409',
  },
  on: ['registry'],
  needs: ['OTP-03'],
  tells: placesAt('asked', 'answer line', 'answer body', 'request body/otp'),
  costsOtp: true,
  leftOut: (about) => whyNoWrongOtps(about) ?? whyTooFew('pkcs1-v1.5', about),
  causes: Object.values(likely),
  judge: eachNegative(wrongPaddings, judgeRejection, undefined, namedRejection),
});

/** Clause 7: wrong encoding. */
export const wrongEncodingRejected = defineHome({
  id: 'ENC-13',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A value in the wrong encoding is rejected',
  rule:
    'A value that is raw text, hex or broken Base64 likewise gets a decryption, padding or ' +
    'invalid-encrypted-value error.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the status 422': 'rejection-422',
    'a body without the error envelope': 'rejection-flat',
    'the name of an exception, with the status 500': 'rejection-by-exception',
    'a code instead of words': 'rejection-in-code',
    'words that the target names': 'rejection-words-agreed',
    'the status is 409, and the body names the value': 'rejection-409',
  },
  on: ['registry'],
  facets: { form: ['raw', 'hexadecimal', 'broken Base64'] },
  facetsOf: asOtpsAllow(wrongEncodings),
  leftOut: whyNoWrongOtps,
  needs: ['OTP-03'],
  tells: placesAt('asked', 'answer line', 'answer body', 'request body/otp'),
  costsOtp: true,
  causes: Object.values(likely),
  judge: eachNegative(
    deliberateMistakes['ENC-13'],
    judgeRejection,
    facetByVariant(facetOfVariant),
    namedRejection,
  ),
});

/** Clauses 6.3.3, 7: wrong hash. Right is the one that the accepted twin used; the others are wrong. */
export const wrongHashRejected = defineHome({
  id: 'ENC-12',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A ciphertext with the wrong OAEP hash is rejected',
  rule:
    'A ciphertext whose hash is wrong gets a decryption, padding or invalid-encrypted-value error ' +
    'too. Right is the hash of the accepted twin; the other hash is wrong, and so is a mixture of ' +
    'both.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a registry that expects SHA-256': 'sha256-registry',
    'the status 422': 'rejection-422',
    'a body without the error envelope': 'rejection-flat',
    'the words of another library': 'rejection-in-other-words',
    'a code instead of words': 'rejection-in-code',
    'the status is 409, and the body names the value': 'rejection-409',
  },
  on: ['registry'],
  facets: { hash: ['the other hash', 'mixed'] },
  facetsOf: asOtpsAllow(wrongHashes),
  leftOut: whyNoWrongOtps,
  needs: ['OTP-03'],
  tells: placesAt('asked', 'answer line', 'answer body', 'request body/otp'),
  costsOtp: true,
  causes: Object.values(likely),
  judge: withNoteOfRefusal((notes) =>
    eachRound((round, context, tally) => {
      for (const sent of wronglyHashed(round)) {
        const named = namedRejection(context);
        const judgement = judgeBound(round, sent, () => judgeRejection(sent, context), named);
        const facet = facetOfVariant[sent.asked?.variant ?? ''];
        if (judgement === undefined || facet === undefined) continue;
        if ('kept' in judgement) notes.add(sent, noteOfAnswer(sent));
        tally.add(withFacetNames(judgement, facet), ...boundSeqs(round, sent));
      }
    }),
  ),
});

function wronglyHashed({ negatives, twins, accepted }: Round): Exchange[] {
  const right = accepted?.asked?.variant;
  return [...negatives, ...twins.filter((twin) => twin !== accepted && accepted !== undefined)].filter(
    ({ asked }) => {
      const variant = asked?.variant ?? '';
      return variant in wrongHashes && variant !== right;
    },
  );
}
