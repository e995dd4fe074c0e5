import type { Circumstances } from '../judge/circumstances';
import type { Facet } from '../judge/home';
import { home } from '../judge/home';
import { refusal, at } from '../judge/places';
import { defaultReadings } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { checkSchema } from '../../contract/schemas';
import { errorDetail, isAccepted, showAnswer, showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { inFacets, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import type { Round } from '../judge/twins';
import { boundSeqs, byVariant, eachNegative, eachRound, judgeBound } from '../judge/twins';

/** Contents of the `otp` field, each wrong in one fact. */
const paddings = { 'pkcs1-v1.5': 'otp padded by PKCS#1 v1.5' };
const hashes = {
  'oaep-sha256': 'otp under OAEP with SHA-256',
  'oaep-sha1': 'otp under OAEP with SHA-1',
  'oaep-mixed': 'otp under OAEP with SHA-256 and MGF1 over SHA-1',
};
const encodings = {
  raw: 'otp as raw text',
  hex: 'the ciphertext of otp in hexadecimal',
  'broken-base64': 'the ciphertext of otp in Base64 with foreign characters in it',
};
const mistakes: Readonly<Record<string, string>> = { ...paddings, ...hashes, ...encodings };

/** Whether an answer rejects an encrypted value as such (reading `encryption-rejection`). */
export function isEncryptionRejection(exchange: Exchange, context: RuleContext): boolean {
  const { status } = context.readings['encryption-rejection'];
  return exchange.response?.status === status && rejectionFlaws(exchange, context).length === 0;
}

/**
 * Whether a rejection is a decryption or padding error, after which clause 6.3 demands something of the client. One that
 * merely calls a value invalid says nothing of key or hash. A target that names words of its own means such errors.
 */
export function isDecryptionError(exchange: Exchange, context: RuleContext): boolean {
  const { pattern } = context.readings['encryption-rejection'];
  if (!isEncryptionRejection(exchange, context)) return false;
  return pattern !== defaultReadings['encryption-rejection'].pattern || namesDecryption(exchange);
}

const namesDecryption = sight('decryption', ['response'], (exchange) =>
  /decrypt|padding/i.test(errorDetail(exchange).message ?? ''),
);

const rejectionFlaws = sight('rejection', ['response'], (exchange, { readings }: RuleContext): string[] => {
  const { status, pattern, shape } = readings['encryption-rejection'];
  const { message = '' } = errorDetail(exchange);
  const isEnvelope = checkSchema('contract/error', withoutExtras(jsonBody(exchange.response))).length === 0;
  return [
    ...(exchange.response?.status === status ? [] : [`the status is not ${status}`]),
    ...(shape === 'any' || isEnvelope ? [] : ['the body is not the error envelope']),
    ...(new RegExp(pattern, 'i').test(message) ? [] : [`its message does not match /${pattern}/i`]),
  ];
});

/** Members beside `error` are judged on the session call alone. */
function withoutExtras(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? { error: body.error } : body;
}

function judgeRejection(exchange: Exchange, context: RuleContext): Judgement {
  const flaws = rejectionFlaws(exchange, context);
  if (flaws.length === 0) return kept;
  const { status, pattern } = context.readings['encryption-rejection'];
  return {
    breach: {
      sent: showRequest(exchange, mistakes[exchange.asked?.variant ?? ''] ?? 'a wrong ciphertext'),
      expected: `${status} with the error envelope, message matching /${pattern}/i (reading encryption-rejection)`,
      seen: showAnswer(exchange),
      cause: isAccepted(exchange)
        ? 'the value was accepted: the service also opens what the document has it reject, or opens nothing'
        : `${flaws.join('; ')}; where another refusal is agreed, set readings.encryption-rejection`,
    },
  };
}

/** How many wrong values there are in all: one padding, two hashes (the third is right), three encodings. */
const wrongValues = Object.keys(mistakes).length - 1;

/** Facets that OTPs are spent for: of each, one attempt is that of the valid twin. */
function asOtpsAllow(...names: readonly string[]) {
  return ({ limits, otps = [] }: Circumstances): readonly Facet[] => {
    const attempts = otps.length * ((limits?.otpAttempts ?? Infinity) - 1);
    const leftOut =
      attempts < wrongValues
        ? `${otps.length} OTPs of ${limits?.otpAttempts ?? 0} attempts each (limits.otpAttempts) do not last for it`
        : undefined;
    return names.map((name) => ({ name, leftOut }));
  };
}

/** Clause 7: wrong padding. */
export const wrongPaddingRejected = home({
  id: 'ENC-11',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'Wrong padding gets a ciphertext rejected',
  rule:
    'A ciphertext whose padding is wrong is turned away with a decryption, padding or ' +
    'invalid-encrypted-value error.',
  on: ['registry'],
  needs: ['OTP-03'],
  tells: [...refusal, ...at('request body/otp')],
  costsOtp: true,
  wrong: paddings,
  judge: eachNegative(paddings, judgeRejection),
});

/** Clause 7: wrong encoding. */
export const wrongEncodingRejected = home({
  id: 'ENC-13',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A wrong encoding gets a value rejected',
  rule:
    'A value that is raw text, hex or broken Base64 likewise gets a decryption, padding or ' +
    'invalid-encrypted-value error.',
  on: ['registry'],
  facets: { form: ['raw', 'hexadecimal', 'broken Base64'] },
  facetsOf: asOtpsAllow('raw', 'hexadecimal', 'broken Base64'),
  needs: ['OTP-03'],
  tells: [...refusal, ...at('request body/otp')],
  costsOtp: true,
  wrong: encodings,
  judge: eachNegative(
    encodings,
    judgeRejection,
    byVariant({ raw: 'raw', hex: 'hexadecimal', 'broken-base64': 'broken Base64' }),
  ),
});

/** Clauses 6.3.3, 7: wrong hash. Right is the one that the accepted twin used; the others are wrong. */
export const wrongHashRejected = home({
  id: 'ENC-12',
  clauses: ['7'],
  quote:
    'ciphertext with wrong padding, hash or encoding | rejected with a decryption, padding or ' +
    'invalid-encrypted-value error',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A wrong OAEP hash gets a ciphertext rejected',
  rule:
    'A ciphertext whose hash is wrong gets a decryption, padding or invalid-encrypted-value error ' +
    'too. Right is the hash of the accepted twin; the other hash is wrong, and so is a mixture of ' +
    'both.',
  on: ['registry'],
  facets: { hash: ['the other hash', 'mixed'] },
  facetsOf: asOtpsAllow('the other hash', 'mixed'),
  needs: ['OTP-03'],
  tells: [...refusal, ...at('request body/otp')],
  costsOtp: true,
  wrong: hashes,
  judge: eachRound((round, context, tally) => {
    for (const sent of wrongHashes(round)) {
      const judgement = judgeBound(round, sent, () => judgeRejection(sent, context));
      const facet = sent.asked?.variant === 'oaep-mixed' ? 'mixed' : 'the other hash';
      if (judgement !== undefined) tally.add(inFacets(judgement, facet), ...boundSeqs(round, sent));
    }
  }),
});

function wrongHashes({ negatives, twins, accepted }: Round): Exchange[] {
  const right = accepted?.asked?.variant;
  return [...negatives, ...twins.filter((twin) => twin !== accepted && accepted !== undefined)].filter(
    ({ asked }) => {
      const variant = asked?.variant ?? '';
      return variant in hashes && variant !== right;
    },
  );
}
