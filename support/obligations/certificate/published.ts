import { named } from '../judge/facets';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { OperationId } from '../../contract/operations';
import { constants } from '../../contract/constants';
import { keyReading } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { fateOf, showAnswer, showRequest } from '../judge/fates';
import type { RuleContext, Judge } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { eachNegative } from '../judge/twins';
import { isAccepted } from '../../exchange/exchange';

function certificateRule(operation: OperationId): Judge {
  return eachExchange((exchange, context) => {
    if (exchange.operation !== operation) return undefined;
    if (exchange.asked === undefined ? !isAccepted(exchange) : exchange.asked.part !== 'valid')
      return undefined;
    const fate = fateOf(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    const about = {
      sent: showRequest(exchange, 'with a valid access token'),
      expected: expectedKey,
    };
    if (fate.kind === 'subject') return { breach: { ...about, seen: fate.seen, cause: fate.cause } };
    const key = exchange.facts.publicKey ?? { form: 'none' };
    const flaws = keyFlaws(key, exchange, context);
    if (flaws.length === 0) return kept;
    return { breach: { ...about, seen: describeAnswer(exchange, key), cause: flaws.join('; ') } };
  });
}

/** What is published in place of that key, and what is wrong with it. */
const otherKeys = {
  'an RSA key of 1024 bits': 'a modulus that is too short',
  'an RSA key of 4096 bits': 'a longer modulus than the document says',
  'an EC key on P-256': 'a key for another algorithm',
  'an RSA PUBLIC KEY block': 'PKCS#1 instead of SPKI',
  'a CERTIFICATE block': 'a certificate around the key',
  'two PUBLIC KEY blocks': 'no way to tell which key to use',
  'Base64 without BEGIN and END lines': 'no PEM around the key',
  'JSON with the key in publicKey': 'JSON instead of PEM',
  'a JSON Web Key Set': 'a set of keys instead of one key',
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

/** What the target says of the key of the service that was asked: the document's words, or a departure from them. */
function saidOf({ operation }: Exchange, { readings }: RuleContext) {
  const service = operation === 'certificate.identity' ? 'identity' : 'registry';
  return {
    bits: keyReading(readings, 'key-bits', service),
    form: keyReading(readings, 'certificate-form', service),
  };
}

const expectedKey = `200 with PEM text: one PUBLIC KEY block (SPKI), RSA, ${constants.rsaBits} bits`;

/** What stands in place of PEM text with one block. */
const otherForms = {
  jwks: 'a JWKS stands here: the gateway publishes one for its callbacks, and fields are encrypted under another key',
  der: 'the Base64 of the key stands alone: the BEGIN and END lines of PEM are missing',
  none: 'no PEM block was found',
};

/** What is wrong with a key: its form, and what it holds where that can be read. */
function keyFlaws(key: PublicKeyFact, exchange: Exchange, context: RuleContext): string[] {
  const said = saidOf(exchange, context);
  if (key.form === 'json') {
    const departs = departure('certificate-form', said.form === 'json');
    return [`the key comes as JSON${departs}`, ...contentFlaws(key, said.bits)];
  }
  if (key.form !== 'pem') return [otherForms[key.form]];
  if (key.label === 'PUBLIC KEY') return contentFlaws(key, said.bits);
  return [
    `the block is a ${key.label ?? 'block without a label'}: a PUBLIC KEY block holds the bare key (SPKI)`,
  ];
}

function contentFlaws({ flaw, type = 'unknown', bits = 0 }: PublicKeyFact, said: number): string[] {
  if (flaw !== undefined) return [flaw];
  if (type !== 'rsa') return [`the key is of type ${type}`];
  if (bits === constants.rsaBits) return [];
  return [`the modulus has ${bits} bits${bits === 4096 ? departure('key-bits', said === bits) : ''}`];
}

/** A reading is named where it says so, or could make the rest of the run work with such a key. */
function departure(reading: 'key-bits' | 'certificate-form', isSaid: boolean): string {
  return isSaid
    ? `, as readings.${reading} says: a departure from the document, which an approved exception can cover`
    : `: where that is agreed, set readings.${reading}, and have the departure approved as an exception`;
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
  title: 'Certificates are served only with authentication',
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
    '403': 'the status for missing permissions',
    '404': 'the status for a missing resource',
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
