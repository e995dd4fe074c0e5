import { eachNamed } from '../judge/facets';
import { judgesEachMessage } from '../judge/absences';
import { missingTwin, openInRun } from '../judge/common-absences';
import { defineHome, placesAt, shownByRow } from '../judge/home';
import type { OperationId } from '../../contract/operations';
import { constants } from '../../contract/constants';
import { readingForService } from '../../contract/readings';
import { deliberateMistakes } from '../../contract/deliberate-mistakes';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { keyFlaws } from '../../exchange/public-key';
import {
  subjectFailureCauses,
  classifyAnswer,
  showAnswer,
  showRequest,
  eachNegative,
} from '../judge/answers';
import type { BreachDetails, RuleContext, Judge } from '../judge/judge';
import { eachExchange, keptJudgement } from '../judge/judge';

/** Returns a judge of the certificates that one service publishes. */
function certificateRule(operation: OperationId): Judge {
  return eachExchange((exchange, context) => {
    if (exchange.operation !== operation) return undefined;
    if (exchange.asked === undefined ? !isAccepted(exchange) : exchange.asked.part !== 'valid')
      return undefined;
    const fate = classifyAnswer(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    const about = {
      sent: showRequest(exchange, 'with a valid access token'),
      expected: expectedKey,
    };
    if (fate.kind === 'subject') return { breach: { ...about, seen: fate.seen, cause: fate.cause } };
    const key = exchange.facts.publicKey ?? { form: 'none' };
    const flaw = keyFlaw(key, saidOf(exchange, context));
    return flaw === undefined
      ? keptJudgement
      : { breach: { ...about, seen: describeAnswer(exchange, key), ...flaw } };
  });
}

const likely = {
  jwks: 'a JWKS stands here: the gateway publishes one for its callbacks, and fields are encrypted under another key',
  der: 'the Base64 of the key stands alone: the BEGIN and END lines of PEM are missing',
  none: 'no PEM block was found',
  certificate: 'a CERTIFICATE block instead of a PUBLIC KEY block, which contains only the key (SPKI)',
  pkcs1: 'a key in another form (PKCS#1): a PUBLIC KEY block holds the bare key (SPKI)',
  otherBlock: 'a PEM block of another kind than PUBLIC KEY',
  severalBlocks: 'more than one PEM block: which key to take is not said',
  textBesides: 'text stands beside the PEM block',
  pemInJson: 'the key comes as JSON with PEM text in it, where the Base64 of DER is agreed',
  byteOrderMark: 'a byte order mark precedes the PEM text: a file or encoder writes "UTF-8 with BOM"',
  utf16: 'the PEM text is encoded in UTF-16',
  noLineEnds: 'the line ends of the PEM text are left out, or are replaced by blanks',
  wrapped: 'the PEM text is wrapped once more: quoted, with \\n for its line ends, or in Base64',
  unreadable: 'no public key can be read from it',
  json: 'the key comes as JSON: where that is agreed, extend a field profile that has it, or set readings.certificate-form and have the departure approved as an exception',
  jsonAsSaid: 'the key comes as JSON, as readings.certificate-form says: a departure from the document',
  noRsa: 'a key of another kind than RSA',
  otherSize: 'an RSA key of another size than 2048 bits',
  of4096:
    'an RSA key of 4096 bits: where that is agreed, extend a field profile that has it, or set readings.key-bits and have the departure approved as an exception',
  of4096AsSaid: 'an RSA key of 4096 bits, as readings.key-bits says: a departure from the document',
} as const;

/** Clause 4.2: PEM text with one PUBLIC KEY block, RSA of 2048 bits. */
export const identityKeyPublished = defineHome({
  id: 'CRT-01',
  clauses: ['4.2'],
  quote: 'Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA.',
  subject: 'service',
  roles: ['identity'],
  level: 'must',
  seen: 'passive',
  title: 'The identity service publishes an RSA 2048 key',
  rule:
    'The certificate of the identity service is PEM text; it has a PUBLIC KEY block with an RSA key ' +
    'of 2048 bits.',
  absences: judgesEachMessage,
  latitude: {
    'lines of PEM end with CR LF': 'pem-crlf',
    'blank lines are around the PEM block': 'pem-blank-lines',
    'the last line does not end': 'pem-without-last-newline',
    'the media type is that of PEM': 'pem-media-type',
    'lines of PEM have another length': shownByRow,
    'the key has another exponent': shownByRow,
    'the Base64 is one line': 'pem-in-long-lines',
    'text before the block': 'identity-pem-after-its-name',
  },
  needs: ['TOK-06'],
  departures: ['key-bits', 'certificate-form'],
  causes: [...subjectFailureCauses, ...Object.values(likely)],
  on: ['certificate.identity'],
  tells: placesAt('answer line', 'answer body', 'fact publicKey'),
  reads: 'answer',
  judge: certificateRule('certificate.identity'),
});
export const registryKeyPublished = defineHome({
  id: 'CRT-02',
  clauses: ['4.2'],
  quote: 'Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA.',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'passive',
  title: 'The registry publishes an RSA 2048 key',
  rule:
    'As its certificate the registry serves PEM text in which a PUBLIC KEY block holds a 2048-bit RSA ' +
    'key.',
  absences: judgesEachMessage,
  latitude: {
    'lines of PEM end with CR LF': 'pem-crlf',
    'blank lines are around the PEM block': 'pem-blank-lines',
    'the last line does not end': 'pem-without-last-newline',
    'lines of PEM have another length': shownByRow,
    'the key has another exponent': shownByRow,
    'the Base64 is one line': 'pem-in-long-lines',
    'text before the block': 'registry-pem-after-its-name',
  },
  needs: ['TOK-06'],
  departures: ['key-bits', 'certificate-form'],
  causes: [...subjectFailureCauses, ...Object.values(likely)],
  on: ['certificate.registry'],
  tells: placesAt('answer line', 'answer body', 'fact publicKey'),
  reads: 'answer',
  judge: certificateRule('certificate.registry'),
});

/** Returns the key size and the form that the target expects of this service. They may depart from the document. */
function saidOf({ operation }: Exchange, { readings }: RuleContext) {
  const service = operation === 'certificate.identity' ? 'identity' : 'registry';
  return {
    bits: readingForService(readings, 'key-bits', service),
    form: readingForService(readings, 'certificate-form', service),
  };
}

const expectedKey = `200 with PEM text: one PUBLIC KEY block (SPKI), RSA, ${constants.rsaBits} bits`;

/** The cause of a breach, and the departures of the target if the breach shows only these. */
type KeyFlaw = Pick<BreachDetails, 'departures'> & { readonly cause: string };

/**
 * Returns the flaw if a published key breaks clause 4.2. A departure that the target does not set precedes one that it
 * sets. Otherwise a flaw of the key itself precedes a flaw of its form.
 */
function keyFlaw(key: PublicKeyFact, { bits, form }: ReturnType<typeof saidOf>): KeyFlaw | undefined {
  const inForm = formFlaw(key, form);
  if (key.form !== 'json' && inForm !== undefined) return inForm;
  const flaws = [contentFlaw(key, bits), inForm].filter((each) => each !== undefined);
  const first = flaws.find(({ departures }) => departures === undefined) ?? flaws[0];
  if (first?.departures === undefined) return first;
  return { cause: first.cause, departures: flaws.flatMap(({ departures = [] }) => departures) };
}

function formFlaw(key: PublicKeyFact, said: 'pem' | 'json'): KeyFlaw | undefined {
  if (key.form === 'json')
    return said === 'json'
      ? { cause: likely.jsonAsSaid, departures: ['certificate-form'] }
      : { cause: likely.json };
  if (key.form !== 'pem') return { cause: likely[key.form] };
  if (key.label === 'PUBLIC KEY') return undefined;
  if (key.label === 'RSA PUBLIC KEY') return { cause: likely.pkcs1 };
  return { cause: key.label?.endsWith('CERTIFICATE') === true ? likely.certificate : likely.otherBlock };
}

/** Maps the flaws that the recorder found in a key to causes. */
const flawsOfKeys: Readonly<Record<string, string>> = {
  [keyFlaws.byteOrderMark]: likely.byteOrderMark,
  [keyFlaws.utf16]: likely.utf16,
  [keyFlaws.noLineEnds]: likely.noLineEnds,
  [keyFlaws.severalBlocks]: likely.severalBlocks,
  [keyFlaws.textBesides]: likely.textBesides,
  [keyFlaws.pemInJson]: likely.pemInJson,
  [keyFlaws.unreadable]: likely.unreadable,
};

/**
 * Returns the flaw in the key itself. For 4096 bits, its cause names the reading that expects this size, or
 * that would let the rest of the run work with it.
 */
function contentFlaw({ flaw, type = 'unknown', bits = 0 }: PublicKeyFact, said: number): KeyFlaw | undefined {
  if (flaw !== undefined) return { cause: flawsOfKeys[flaw] ?? likely.wrapped };
  if (type !== 'rsa') return { cause: likely.noRsa };
  if (bits === constants.rsaBits) return undefined;
  if (bits !== 4096) return { cause: likely.otherSize };
  return said === bits ? { cause: likely.of4096AsSaid, departures: ['key-bits'] } : { cause: likely.of4096 };
}

function describeAnswer(exchange: Exchange, key: PublicKeyFact): string {
  const bits = key.bits === undefined ? undefined : `${key.bits} bits`;
  const found = [key.form, key.label, key.type, bits, key.flaw];
  return `${showAnswer(exchange)} (${found.filter((each) => each !== undefined).join(', ')})`;
}

const open = 'the endpoint is open: a request without a token is accepted';
const refusedOtherwise = 'the status is another than the 401 that the document names';

/** Clauses 4.2, 7: the services do not serve a certificate without authentication. */
export const certificateNeedsAuthentication = defineHome({
  id: 'CRT-03',
  clauses: ['4.2', '7'],
  quote: 'Both return 401 without authentication.',
  subject: 'service',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Certificates are served only with authentication',
  rule:
    'A certificate request without authentication is answered with 401, at the identity service as ' +
    'well as at the registry.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the registry refuses with a flat error body': 'missing-token-flat-401',
    'the JSON of the refusal has further members': 'extra-members',
    'the 401 has a text or a page as its body': shownByRow,
    'the page of a web server': 'missing-token-401-page',
  },
  on: ['identity', 'registry'],
  facets: { service: ['identity', 'registry'] },
  facetsOf: eachNamed('identity', 'registry'),
  needs: ['TOK-06', 'CRT-01', 'CRT-02'],
  tells: placesAt('asked', 'request header authorization', 'answer line'),
  causes: [open, refusedOtherwise],
  judge: eachNegative(
    deliberateMistakes['CRT-03'],
    (exchange) => {
      if (exchange.response?.status === 401) return keptJudgement;
      return {
        breach: {
          sent: showRequest(exchange, 'without Authorization'),
          expected: '401',
          seen: showAnswer(exchange),
          cause: isAccepted(exchange) ? open : refusedOtherwise,
        },
      };
    },
    ({ service }) => service,
    () => ({ showsReason: true }),
  ),
});
