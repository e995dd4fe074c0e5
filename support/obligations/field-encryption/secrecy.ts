import type { Evidence, SentEvidence } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, isAccepted } from '../../exchange/exchange';
import type { FieldFact, LeakFact } from '../../exchange/facts';
import { maskedEncoding } from '../../exchange/finders';
import { linkToExchange, reportText } from '../../exchange/text';
import type { SentField } from '../fields/attribution';
import { CharsetHistory, HashHistory, KeyHistory, judgeFieldAspect } from '../fields/attribution';
import {
  ciphertextsIn,
  unmaskedFieldsOf,
  isCiphertext,
  isCiphertextLength,
  isMobile,
} from '../fields/ciphertexts';
import {
  acceptsOtp,
  acceptedOtpNeeds,
  encryptedTo,
  plaintextNeeds,
  isOpened,
  refusedSend,
} from '../fields/field-rule';
import type { FieldBreachDetails } from '../fields/messages';
import { locateField, rawCauses, describeRawValue } from '../fields/messages';
import { FirstUses, RecentEntries, contentDigest, digestOf } from '../judge/seen-before';
import { TemptedFacets, keptOnlyIfTempted, isReadableRequest } from '../judge/requests';
import { missingAcceptedOtp, untested, untestedInRun } from '../judge/common-absences';
import { defineHome, placesAt, encryptedFieldPlaces, shownByRow } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { JudgementTally, keptJudgement, withFacetNames } from '../judge/judge';

/** Why a field is not plain that should be. */
const needlessCauses = {
  encrypted: 'every field, or every one of that name, is encrypted',
  encoded: 'the value is encoded, although the document has it as it is',
} as const;

/** Clause 2.4: a mobile number is encrypted where that is documented, and only there. Exercised by one of each kind. */
export const mobileAsDocumented = defineHome({
  id: 'ENC-15',
  clauses: ['2.4'],
  quote: 'only when the field is documented as encrypted',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Mobile numbers are encrypted only where documented',
  rule:
    'A mobile number is encrypted in each field that is documented as encrypted, and in no other, ' +
    'whichever of the two services receives it. ' +
    'This is exercised through fields.send, and without that offer it is not-tested (not-offered).',
  absences: {
    'a mobile number of the other kind, encrypted or plain': untestedInRun,
  },
  latitude: {
    'another order of the members': 'members-in-another-order',
    'a number that begins with the country code': 'other-numbers-of-twelve-digits',
    'a number with plus and country code': shownByRow,
    'indented JSON': 'json-indented',
  },
  causes: [...Object.values(rawCauses), ...Object.values(needlessCauses)],
  on: ['identity', 'registry', 'adapter'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04'],
  facets: { service: ['each that the client sends fields to'] },
  facetsOf: encryptedTo,
  tells: [...encryptedFieldPlaces('wanted', 'form', 'readable'), ...placesAt('request body')],
  act: 'sendsFields',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const history = new HashHistory(context);
    const keys = new KeyHistory(context);
    const charsets = new CharsetHistory();
    const seen = new Map<string, Set<FieldFact['wanted']>>();
    const tempted = new TemptedFacets();
    return {
      observe(sent) {
        const refused = refusedSend(sent, (service) => [service]);
        if (refused !== undefined) tally.add(refused, sent.seq);
        if (sent.kind !== undefined) return;
        for (const field of unmaskedFieldsOf(sent).filter(isMobile)) {
          const told = tellMobile({ field, sent, history, keys, charsets, context });
          if (told === undefined) continue;
          const { service = '' } = sent;
          const kinds = seen.get(service) ?? new Set();
          seen.set(service, kinds.add(field.wanted));
          if (kinds.size > 1) tempted.add(service);
          const judgement =
            told === 'kept' ? keptJudgement : { breach: { ...locateField(sent, field), ...told } };
          tally.add(withFacetNames(judgement, service), sent.seq);
        }
      },
      conclude: () => tempted.keptOf(tally.conclude()),
    };
  },
});

function tellMobile(about: SentField): FieldBreachDetails | 'kept' | undefined {
  const { field } = about;
  if (field.wanted === 'plain') return isPlain(field) ? 'kept' : tellNeedless(field);
  const found = judgeFieldAspect('mobile', about);
  if (found === 'doubtful') return undefined;
  return found === 'broken' ? describeRawValue(about) : found;
}

/** Whether a field that is to stay plain shows neither encryption nor encoding. */
function isPlain(field: FieldFact): boolean {
  const encoded = field.readable !== undefined && field.readable.encoding !== 'raw';
  return !isCiphertext(field) && !encoded;
}

/** Something other than the plain value where that is wanted (clause 2.4). */
function tellNeedless({ key, readable }: FieldFact): FieldBreachDetails {
  return {
    expected: 'the value as plaintext JSON: this field is not documented as encrypted',
    seen: key === undefined ? `the value as ${readable?.encoding ?? 'a ciphertext'}` : 'a ciphertext',
    cause: key === undefined && readable !== undefined ? needlessCauses.encoded : needlessCauses.encrypted,
  };
}

/** As many requests may be under way to be sent again: a client that waits longer encrypts again. */
const mostResendable = 100_000;

const sameCiphertext =
  'ciphertexts are cached by value, the seed of OAEP is fixed, or what was answered is sent again as it was';

/** Clause 6.3.2: OAEP is randomised. Exercised once one value was encrypted twice. */
export const ciphertextsDiffer = defineHome({
  id: 'ENC-08',
  clauses: ['6.3.2'],
  quote: 'Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'should',
  seen: 'passive',
  title: 'No ciphertext occurs twice',
  rule:
    'Since OAEP is randomised, two encryptions never yield the same ciphertext. Excepted is one and ' +
    'the same request that is sent again because it got no answer, a 401 or a 5xx.',
  absences: {
    'a value that is encrypted twice': untested,
  },
  latitude: {
    'a request that is repeated at once after a 503': 'retries-at-once',
    'no repeated requests': 'no-retries',
    'a new ciphertext in the next call': 'session-renewed-at-the-next-call',
  },
  on: ['identity', 'registry', 'adapter'],
  causes: [sameCiphertext],
  follows: ['ENC-04'],
  ...plaintextNeeds,
  tells: encryptedFieldPlaces('pointer'),
  reads: 'request',
  challenge: ['a field'],
  judge: (context) => {
    const tally = new JudgementTally(context);
    const firstUses = new FirstUses();
    /** Ciphertexts whose request may be sent again as it was. */
    const resendable = new RecentEntries<string>(mostResendable);
    const encrypted = new Set<string>();
    let twice = false;
    return {
      observe(sent) {
        const requestOf = () => (sent.kind === undefined ? contentDigest(sent) : '');
        for (const field of ciphertextsIn(sent)) {
          if (field.same === undefined) continue;
          const key = digestOf(field.same);
          const first = firstUses.firstOr(key, sent.seq);
          if (first === sent.seq) {
            tally.add(keptJudgement, sent.seq);
            // A value in quotes is that value all the same: what stands around it is judged by itself.
            const value = field.plaintext?.equals ?? field.plaintext?.contains[0];
            twice ||= value !== undefined && encrypted.has(value);
            if (value !== undefined) encrypted.add(value);
          } else if (resendable.get(key) !== requestOf())
            tally.add(sameAgain(sent, field, first), sent.seq, first);
          if (mayBeResent(sent)) resendable.set(key, requestOf());
          else resendable.delete(key);
        }
      },
      conclude: () => keptOnlyIfTempted(twice, tally.conclude()),
    };
  },
});

function mayBeResent(sent: SentEvidence): boolean {
  if (sent.kind !== undefined) return false;
  const status = sent.response?.status ?? 0;
  return isReadableRequest(sent) && (sent.response === undefined || status === 401 || status >= 500);
}

function sameAgain(sent: SentEvidence, field: FieldFact, first: number): Judgement {
  return {
    breach: {
      ...locateField(sent, field),
      expected: 'a ciphertext that was not seen before (but in a resend after no answer, a 401 or a 5xx)',
      seen: reportText`the one of ${linkToExchange(first)} again`,
      cause: sameCiphertext,
    },
  };
}

const likely = {
  url: 'the value is put into the address, which every server on the way logs',
  header: 'the value is put into a header',
  body: 'the value stands in a plain field, or was never encrypted',
  mask: 'the mask begins behind the leading digits, which tell whose number it is',
  digits: 'the log shows the leading digits, which tell whose number it is',
  log: 'the value is logged before it is encrypted',
} as const;

/**
 * Clause 6.3.4: planted values appear nowhere else. Exercised by an OTP that a service accepts; of a client that
 * verifies none, by fields that a service accepts.
 */
export const plantedValuesKept = defineHome({
  id: 'ENC-09',
  clauses: ['6.3.4'],
  quote: 'Plaintext national-ID numbers and OTPs are never logged or stored.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Planted identifiers never leak',
  rule:
    'National-ID numbers and OTPs that the suite plants turn up in no log, no URL, no header and no ' +
    'plain field. A planted value shorter than ten characters counts only where it is a whole token. Four to seven leading digits before a mask in a log only warn.',
  absences: {
    [missingAcceptedOtp]: untestedInRun,
  },
  latitude: {
    'other numbers of twelve digits in plain text': 'other-numbers-of-twelve-digits',
    'headers of proxies and tracers': 'extra-headers',
    'a query in the path of certificates': 'certificates-with-a-query',
  },
  causes: Object.values(likely),
  on: ['wire', 'adapter', 'log'],
  follows: ['ENC-01', 'ENC-02'],
  ...acceptedOtpNeeds,
  tells: placesAt('fact leaks', 'request line', 'text ‹otp', 'text ‹national-id'),
  costsOtp: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    let tempted = false;
    let [verifies, accepted] = [false, false];
    return {
      observe(evidence) {
        const { fields = [], leaks = [] } = evidence.facts;
        if (evidence.kind === undefined && isReadableRequest(evidence)) {
          // Where no planted value was recognised, none can be missed: a recording of other traffic shows nothing.
          const opened = isAccepted(evidence) && fields.some(isOpened);
          tempted ||= opened && acceptsOtp(evidence, context);
          verifies ||= intendedOperation(evidence) === 'otp.verify';
          accepted ||= opened;
          if (leaks.length === 0) tally.add(keptJudgement, evidence.seq);
        }
        // A log is no request, but what leaks there has leaked.
        if (leaks.length > 0) tally.add(leaked(evidence, leaks), evidence.seq);
      },
      conclude: () => keptOnlyIfTempted(tempted || (accepted && !verifies), tally.conclude()),
    };
  },
});

function leaked(evidence: Evidence, leaks: readonly LeakFact[]): Judgement {
  const isMasked = leaks.every(({ encoding }) => encoding === maskedEncoding);
  return {
    breach: {
      sent: nameEvidence(evidence),
      expected: isMasked
        ? 'a mask over all digits but the last four: XXXX XXXX 1234'
        : 'planted national-ID numbers and OTPs inside ciphertexts only',
      places: placesOf(leaks),
      seen: leaks.map(({ planted, place, encoding }) => `${planted} (${encoding}) in ${place}`).join('; '),
      cause: isMasked ? likely.mask : likelyLeak(leaks),
      ...(isMasked && { warns: true as const }),
    },
  };
}

function likelyLeak(leaks: readonly LeakFact[]): string {
  const [{ place, encoding } = { place: '', encoding: '' }] = leaks;
  if (place === 'url') return likely.url;
  if (place.startsWith('header ')) return likely.header;
  if (place === 'body') return likely.body;
  return encoding === 'first digits' ? likely.digits : likely.log;
}

/** Where in a body it was found is not known: its form tells. */
function placesOf(leaks: readonly LeakFact[]): string[] {
  return leaks.flatMap(({ place }) => {
    if (place === 'url') return ['request line'];
    return place.startsWith('header ') ? [`request ${place}`] : [];
  });
}

/** Clause 2.4: all other fields stay plain. Exercised by an OTP that is accepted, of each service. */
export const otherFieldsPlain = defineHome({
  id: 'ENC-10',
  clauses: ['2.4'],
  quote: 'all other fields (names, codes, tokens) | everywhere | plaintext JSON over TLS',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'Only sensitive fields are encrypted',
  rule:
    'Every field besides the encrypted ones, such as txnId, names, codes and tokens, is sent as ' +
    'plaintext JSON, to the identity service as well as to the registry.',
  absences: {
    [missingAcceptedOtp]: untested,
  },
  latitude: {
    'additional fields in plain text': 'other-numbers-of-twelve-digits',
    'further members of a verification in plain text': shownByRow,
    'indented JSON': 'json-indented',
    'escaped letters in JSON': 'json-slashes-escaped',
  },
  causes: Object.values(needlessCauses),
  on: ['identity', 'registry', 'adapter'],
  ...acceptedOtpNeeds,
  facets: { service: ['each that the client sends OTPs to'] },
  // Without an adapter, only verifications show which fields must stay plain, and not every client verifies OTPs at both.
  facetsOf: (about) => (about.offer === undefined ? undefined : encryptedTo(about)),
  tells: [...encryptedFieldPlaces('wanted', 'form', 'readable'), ...placesAt('request body')],
  costsOtp: true,
  reads: 'request',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const keys = new KeyHistory(context);
    const given = new RecentEntries<true>(mostGiven);
    const tempted = new TemptedFacets();
    return {
      observe(sent) {
        const refused = refusedSend(sent, (service) => (service === 'identity' ? [service] : []));
        if (refused !== undefined) tally.add(refused, sent.seq);
        if (sent.kind !== undefined) return;
        if (acceptsOtp(sent, context)) tempted.add(sent.service);
        keys.observe(sent);
        const judgement = isReadableRequest(sent) ? judgePlain(sent, keys, given) : undefined;
        if (judgement !== undefined) tally.add(withFacetNames(judgement, sent.service), sent.seq);
        for (const mark of marksGivenBy(sent)) given.set(mark, true);
      },
      conclude: () => tempted.keptOf(tally.conclude()),
    };
  },
});

/** Maximum number of remembered values that services gave. A client soon returns what it was given. */
const mostGiven = 10_000;

/**
 * Returns the pseudonyms of the Base64 values in an answer. A client that sends one of them back, such as a txnId, did
 * not encrypt it.
 */
function marksGivenBy({ response }: Exchange): readonly string[] {
  const text = response?.body?.text ?? '';
  return [...text.matchAll(/‹base64[^‹›]*(~[\w-]+)›/g)].map(([, mark = '']) => mark);
}

function judgePlain(
  exchange: Exchange,
  keys: KeyHistory,
  given: Pick<RecentEntries<true>, 'has'>,
): Judgement | undefined {
  // An OTP under another name is judged as such, and its ciphertext no field that should be plain.
  const isVerified = exchange.facts.fields?.some(({ pointer }) => pointer === '/otp') === true;
  if (intendedOperation(exchange) === 'otp.verify' && !isVerified) return undefined;
  // A mobile number that is encrypted needlessly is judged by itself.
  const plain = unmaskedFieldsOf(exchange).filter((field) => field.wanted === 'plain' && !isMobile(field));
  const flawed = plain.filter((field) => !isPlain(field) && !given.has(field.same ?? ''));
  const shown = flawed.find(isShown);
  if (shown !== undefined) return { breach: { ...locateField(exchange, shown), ...tellNeedless(shown) } };
  const likely = flawed.find(isCiphertextLength);
  if (likely !== undefined) {
    const length = keys.modulusBytes(exchange, likely);
    const isOtherLength = length !== undefined && length !== likely.bytes;
    const why = isOtherLength ? 'the key that was seen has another length' : whyUnopened(likely, length);
    return {
      unjudged: reportText`${nameEvidence(exchange)}, field ${likely.pointer}: as long as a ciphertext, but ${why}`,
      noted: true,
      ...(!isOtherLength && likely.modulusBytes === undefined && { withholds: true }),
    };
  }
  return plain.length > 0 ? keptJudgement : undefined;
}

function whyUnopened({ modulusBytes }: FieldFact, length: number | undefined): string {
  if (modulusBytes !== undefined) return 'no key of the service opens it';
  return length === undefined ? 'no key was seen' : 'only the key of the service shows if it is one';
}

/** Whether a field is encrypted or encoded for certain. Its length alone does not show it. */
const isShown = ({ key, readable }: FieldFact): boolean => key !== undefined || readable !== undefined;
