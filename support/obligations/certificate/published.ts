import type { ObligationId } from '..';
import type { OperationId } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { fateOf, isAccepted, showAnswer, showRequest } from '../judge/fates';
import type { RuleContext, RuleFactory } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { eachNegative } from '../judge/twins';

function certificateRule(obligation: ObligationId, operation: OperationId): RuleFactory {
  return eachExchange(obligation, (exchange, context) => {
    if (exchange.operation !== operation) return undefined;
    if (exchange.asked === undefined ? !isAccepted(exchange) : exchange.asked.part !== 'valid')
      return undefined;
    const fate = fateOf(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    const about = {
      sent: showRequest(exchange, 'with a valid access token'),
      expected: expectedKey(context),
    };
    if (fate.kind === 'subject') return { breach: { ...about, got: fate.got, likely: fate.likely } };
    const key = exchange.facts.publicKey ?? { form: 'none' };
    const flaw = keyFlaw(key, context);
    if (flaw === undefined) return kept;
    return { breach: { ...about, got: describeAnswer(exchange, key), likely: flaw } };
  });
}

/** Clause 4.2: PEM text with one PUBLIC KEY block, RSA of 2048 bits. */
export const identityCertificate = certificateRule('CRT-01', 'certificate.identity');
export const registryCertificate = certificateRule('CRT-02', 'certificate.registry');

function expectedKey({ readings }: RuleContext): string {
  const bits = readings['key-bits'];
  return readings['certificate-form'] === 'pem'
    ? `200 with PEM text: one PUBLIC KEY block (SPKI), RSA, ${bits} bits`
    : `200 with JSON: base64 DER of an RSA public key of ${bits} bits in publicKey`;
}

function keyFlaw(key: PublicKeyFact, { readings }: RuleContext): string | undefined {
  const form = readings['certificate-form'];
  if (key.form !== form)
    return key.form === 'json'
      ? 'the key comes as JSON: where that is agreed, set readings.certificate-form to json'
      : `no ${form === 'pem' ? 'PEM block' : 'JSON member publicKey'} was found`;
  if (form === 'pem' && key.label !== 'PUBLIC KEY')
    return `the block is a ${key.label ?? 'block without a label'}: a PUBLIC KEY block holds the bare key (SPKI)`;
  if (key.flaw !== undefined) return key.flaw;
  if (key.type !== 'rsa') return `the key is of type ${key.type ?? 'unknown'}`;
  if (key.bits !== readings['key-bits'])
    return `the modulus has ${key.bits ?? 0} bits: where 4096 are agreed, set readings.key-bits`;
  return undefined;
}

function describeAnswer(exchange: Exchange, key: PublicKeyFact): string {
  const found = [key.form, key.label, key.type, key.bits === undefined ? undefined : `${key.bits} bits`];
  return `${showAnswer(exchange)} (${found.filter((each) => each !== undefined).join(', ')})`;
}

/** Clauses 4.2, 7: no certificate without authentication. */
export const certificateNeedsAuthentication = eachNegative('CRT-03', ['no-authorization'], (exchange) => {
  if (exchange.response?.status === 401) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'without Authorization'),
      expected: '401',
      got: showAnswer(exchange),
      likely: 'the endpoint is open, or the refusal has another status',
    },
  };
});
