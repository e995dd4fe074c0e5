import { named } from '../judge/facets';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { OperationId } from '../../contract/operations';
import { constants } from '../../contract/constants';
import { keyReading } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { fateOf, isAccepted, showAnswer, showRequest } from '../judge/fates';
import type { RuleContext, Judge } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { eachNegative } from '../judge/twins';

function certificateRule(operation: OperationId): Judge {
  return eachExchange((exchange, context) => {
    if (exchange.operation !== operation) return undefined;
    if (exchange.asked === undefined ? !isAccepted(exchange) : exchange.asked.part !== 'valid')
      return undefined;
    const fate = fateOf(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    const about = {
      sent: showRequest(exchange, 'with a valid access token'),
      expected: expectedKey(exchange, context),
    };
    if (fate.kind === 'subject') return { breach: { ...about, seen: fate.seen, cause: fate.cause } };
    const key = exchange.facts.publicKey ?? { form: 'none' };
    const flaw = keyFlaw(key, exchange, context);
    if (flaw === undefined) return kept;
    return { breach: { ...about, seen: describeAnswer(exchange, key), cause: flaw } };
  });
}

/** What is published in place of that key, and what is wrong with it. */
const otherKeys = {
  'an RSA key of 1024 bits': 'a modulus that is too short',
  'an RSA key of 4096 bits': 'another length than the one agreed on',
  'an EC key on P-256': 'a key for another algorithm',
  'an RSA PUBLIC KEY block': 'PKCS#1 in place of SPKI',
  'a CERTIFICATE block': 'a certificate around the key',
  'two PUBLIC KEY blocks': 'no way to tell which key is meant',
  'Base64 without BEGIN and END lines': 'no PEM around the key',
  'JSON with the key in publicKey': 'JSON in place of PEM',
  'a JSON Web Key Set': 'the form of the keys for callbacks',
};

/** Clause 4.2: PEM text with one PUBLIC KEY block, RSA of 2048 bits. */
export const identityCertificate = home({
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
  needs: ['TOK-06'],
  mistakes: otherKeys,
  on: ['certificate.identity'],
  tells: at('answer line', 'answer body', 'fact publicKey'),
  reads: 'answer',
  judge: certificateRule('certificate.identity'),
});
export const registryCertificate = home({
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
  needs: ['TOK-06'],
  mistakes: otherKeys,
  on: ['certificate.registry'],
  tells: at('answer line', 'answer body', 'fact publicKey'),
  reads: 'answer',
  judge: certificateRule('certificate.registry'),
});

/** What is agreed for the key of the service that was asked. */
function agreedFor({ operation }: Exchange, { readings }: RuleContext) {
  const service = operation === 'certificate.identity' ? 'identity' : 'registry';
  return {
    bits: keyReading(readings, 'key-bits', service),
    form: keyReading(readings, 'certificate-form', service),
  };
}

function expectedKey(exchange: Exchange, context: RuleContext): string {
  const { bits, form } = agreedFor(exchange, context);
  return form === 'pem'
    ? `200 with PEM text: one PUBLIC KEY block (SPKI), RSA, ${bits} bits`
    : `200 with JSON: base64 DER of an RSA public key of ${bits} bits in publicKey`;
}

const missing = { pem: 'no PEM block was found', json: 'no JSON member publicKey was found' };

/** What stands in place of the agreed form. */
const otherForms: Readonly<Partial<Record<PublicKeyFact['form'], string>>> = {
  json: 'the key comes as JSON: where that is agreed, set readings.certificate-form to json',
  pem: 'the key comes as PEM, as the document says: set readings.certificate-form back to pem',
  jwks: 'a JWKS stands here: the gateway publishes one for its callbacks, and fields are encrypted under another key',
};

const alone = {
  pem: 'the Base64 of the key stands alone: the BEGIN and END lines of PEM are missing',
  json: 'the Base64 of the key stands alone: the JSON member publicKey around it is missing',
};

function keyFlaw(key: PublicKeyFact, exchange: Exchange, context: RuleContext): string | undefined {
  const { bits, form } = agreedFor(exchange, context);
  if (key.form === 'der') return alone[form];
  if (key.form !== form) return otherForms[key.form] ?? missing[form];
  if (form === 'pem' && key.label !== 'PUBLIC KEY')
    return `the block is a ${key.label ?? 'block without a label'}: a PUBLIC KEY block holds the bare key (SPKI)`;
  if (key.flaw !== undefined) return key.flaw;
  if (key.type !== 'rsa') return `the key is of type ${key.type ?? 'unknown'}`;
  return key.bits === bits ? undefined : tellBits(key.bits);
}

/** A reading is named only where it could make the key right. */
function tellBits(found = 0): string {
  const seen = `the modulus has ${found} bits`;
  if (found === constants.rsaBits)
    return `${seen}, as the document says: set readings.key-bits back to ${found}`;
  return found === 4096 ? `${seen}: where 4096 are agreed, set readings.key-bits` : seen;
}

function describeAnswer(exchange: Exchange, key: PublicKeyFact): string {
  const found = [key.form, key.label, key.type, key.bits === undefined ? undefined : `${key.bits} bits`];
  return `${showAnswer(exchange)} (${found.filter((each) => each !== undefined).join(', ')})`;
}

const unauthorised = { 'no-authorization': 'no Authorization' };

/** Clauses 4.2, 7: no certificate without authentication. */
export const certificateNeedsAuthentication = home({
  id: 'CRT-03',
  clauses: ['4.2', '7'],
  quote: 'Both return 401 without authentication.',
  subject: 'service',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Certificates are not given without authentication',
  rule:
    'A certificate request without authentication is answered with 401, at the identity service as ' +
    'well as at the registry.',
  on: ['identity', 'registry'],
  facets: { service: ['identity', 'registry'] },
  facetsOf: named('identity', 'registry'),
  needs: ['TOK-06', 'CRT-01', 'CRT-02'],
  tells: at('asked', 'request header authorization', 'answer line'),
  wrong: unauthorised,
  mistakes: {
    '200': 'a key for everyone',
    '302': 'a redirect to a login page',
    '400': 'the status for a malformed request',
    '403': 'the status for a lack of rights',
    '404': 'a certificate that is said not to exist',
  },
  judge: eachNegative(
    unauthorised,
    (exchange) => {
      if (exchange.response?.status === 401) return kept;
      return {
        breach: {
          sent: showRequest(exchange, 'without Authorization'),
          expected: '401',
          seen: showAnswer(exchange),
          cause: 'the endpoint is open, or the refusal has another status',
        },
      };
    },
    ({ service }) => service,
  ),
});
