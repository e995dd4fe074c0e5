import { numbered, text } from '../../exchange/text';
import { encryptedTo } from '../fields/services';
import { home } from '../judge/home';
import { at, encrypted } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAccepted, showAnswer, showRequest } from '../judge/fates';
import { isDecryptionError } from '../field-encryption/rejections';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { ciphertextsIn } from '../fields/fields';
import { certificateOf, clientOf, isForCallbackCertificates, isRequest } from '../judge/requests';

/** Whose certificates a rejection puts in doubt: the service's own, and that of a key which opens a field. */
function ownersOf({ service = 'gateway' }: Exchange, ciphertexts: readonly FieldFact[]): string[] {
  const names = ciphertexts.flatMap(({ key }) =>
    key === undefined ? [] : [key.replace(/ \(retired\)$/, '')],
  );
  return [service, ...names];
}

interface Doubt {
  /** Whose certificate is to be fetched; which of them is the right one is judged on the field. */
  readonly owners: readonly string[];
  readonly rejected: number;
  /** How the rejected values were padded. */
  readonly paddings: readonly string[];
  /** Epoch milliseconds: what was under way before is no answer to the rejection. */
  readonly since: number;
  fetch?: { readonly seq: number; readonly failure?: string };
}

/** Clause 6.3.1: after a decryption or padding error the certificate is fetched before the next ciphertext goes. */
export const certificateRefreshed = home({
  id: 'CRT-08',
  clauses: ['6.3.1'],
  quote: 'refresh it after any decryption or padding error.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'A decryption error leads to a fresh certificate',
  rule:
    'When a service has reported a decryption or padding error, its certificate is fetched again ' +
    'before that service gets its next ciphertext.',
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedTo,
  needs: ['OTP-01', 'ENC-01', 'ENC-03', 'ENC-04'],
  tells: [
    ...encrypted('key', 'padding'),
    ...at('request line', 'answer line', 'answer body/error', 'fact publicKey/digest'),
  ],
  costsOtp: true,
  judge: (context) => {
    const tally = new Tally();
    const doubts = new Map<string, Doubt>();
    return {
      observe(exchange) {
        if (!isRequest(exchange)) return;
        noteFetch(exchange, context, doubts);
        const ciphertexts = ciphertextsIn(exchange, context);
        if (ciphertexts.length === 0) return;
        const key = `${clientOf(exchange)} ${exchange.service ?? ''}`;
        const doubt = doubts.get(key);
        // What was under way then was encrypted before the client could know.
        if (doubt !== undefined && exchange.arrivedAt < doubt.since) return;
        if (doubt !== undefined)
          tally.add(
            inFacets(judgeNext(exchange, doubt, ciphertexts), exchange.service),
            exchange.seq,
            doubt.rejected,
          );
        doubts.delete(key);
        if (isDecryptionError(exchange, context))
          doubts.set(key, {
            owners: ownersOf(exchange, ciphertexts),
            rejected: exchange.seq,
            paddings: paddingsOf(ciphertexts),
            since: exchange.answeredAt,
          });
      },
      conclude: () => tally.conclude(),
    };
  },
});

function noteFetch(exchange: Exchange, context: RuleContext, doubts: ReadonlyMap<string, Doubt>): void {
  const published = isForCallbackCertificates(exchange, context) ? 'callback JWKS' : undefined;
  const owner = certificateOf(exchange) ?? published;
  if (owner === undefined) return;
  for (const [key, doubt] of doubts)
    if (key.startsWith(`${clientOf(exchange)} `) && doubt.owners.includes(owner))
      doubt.fetch = {
        seq: exchange.seq,
        ...(!isAccepted(exchange) && { failure: showAnswer(exchange) }),
      };
}

const paddingsOf = (ciphertexts: readonly FieldFact[]): string[] =>
  ciphertexts.flatMap(({ padding }) => padding ?? []);

function judgeNext(
  exchange: Exchange,
  { rejected, paddings, fetch }: Doubt,
  ciphertexts: readonly FieldFact[],
): Judgement {
  const isOther = paddingsOf(ciphertexts).some((padding) => !paddings.includes(padding));
  if (fetch !== undefined)
    return fetch.failure === undefined
      ? kept
      : { unjudged: text`the certificate was asked for in ${numbered(fetch.seq)}: ${fetch.failure}` };
  return {
    breach: {
      sent: showRequest(exchange, 'the next ciphertext after a rejection'),
      expected: `the certificate of ${exchange.service ?? 'the service'} fetched again first`,
      seen: text`no fetch since ${numbered(rejected)} was rejected`,
      cause: isOther
        ? 'the rejection was recognised, as another hash shows; the certificate stays cached for good'
        : 'the rejection is not recognised in the error body, or the certificate is cached for good',
    },
  };
}
