import { numbered, text } from '../../exchange/text';
import { encryptedFor, encryptedTo } from '../fields/services';
import { home } from '../judge/home';
import { at, encrypted } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAccepted, showAnswer, showRequest } from '../judge/fates';
import { isEncryptionRejection } from '../field-encryption/rejections';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { ciphertextsIn } from '../fields/fields';
import { onlyIf } from '../judge/gate';
import { certificateOf, clientOf, isForCallbackCertificates, isRequest } from '../judge/requests';

const fewestEncryptions = 3;

/** What a process of the client knows of a service's certificate. */
interface Cached {
  /** The fetch that last brought it. */
  seq: number;
  doubted: boolean;
}

/** Clause 6.3.1: fetched once, cached per service. */
export const certificateCached = home({
  id: 'CRT-07',
  clauses: ['6.3.1'],
  quote: 'Fetch the certificate (4.2) once with the gateway token, cache it per service',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'One certificate fetch serves many values',
  rule:
    'For each service the certificate is fetched a single time and then cached, and not anew for ' +
    'every value; this is judged over at least three encryptions. Further fetches are excused when ' +
    'they were asked for, come after a rejection or a failed fetch, or are made by a new process.',
  outcome: 'no certificate is fetched for each value',
  on: ['wire', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedFor,
  tells: at('request line', 'fact fields'),
  judge: (context) => {
    const tally = new Tally();
    const cache = new Map<string, Cached>();
    let encryptions = 0;
    return {
      observe(sent) {
        const key = `${clientOf(sent)} ${sent.service ?? ''}`;
        const cached = cache.get(key);
        const ciphertexts = ciphertextsIn(sent, context);
        encryptions += ciphertexts.length;
        if (ciphertexts.length > 0 && cached !== undefined) tally.add(inFacets(kept, sent.service), sent.seq);
        if (sent.kind !== undefined) return;
        // A careful client lets go of all that it has: which key was wrong, a rejection does not say.
        if (isEncryptionRejection(sent, context))
          for (const [each, kept] of cache) if (each.startsWith(`${clientOf(sent)} `)) kept.doubted = true;
        if (!isRequest(sent) || certificateOf(sent) === undefined) return;
        if (cached !== undefined && !isExcused(sent, cached))
          tally.add(inFacets(fetchedAgain(sent, cached.seq), sent.service), sent.seq, cached.seq);
        if (isAccepted(sent)) cache.set(key, { seq: sent.seq, doubted: false });
        else if (cached !== undefined) cached.doubted = true;
      },
      conclude: () => onlyIf(encryptions >= fewestEncryptions, tally.conclude()),
    };
  },
});

function isExcused({ call, service }: Exchange, { doubted }: Cached): boolean {
  const asked = call?.method === 'certificate.fetch' && (call.service ?? service) === service;
  return doubted || asked;
}

function fetchedAgain(exchange: Exchange, before: number): Judgement {
  return {
    breach: {
      sent: showRequest(exchange, 'for a certificate'),
      expected:
        'the cached certificate; another fetch only when asked for, after a rejection or a failed fetch, or in a new process',
      seen: text`a fetch although ${numbered(before)} had brought it`,
      cause: 'the certificate is fetched for each value, or one cache slot serves both services',
    },
  };
}

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
    'When a service has reported a decryption or padding error, its certificate is fetched anew ' +
    'before that service gets its next ciphertext.',
  outcome: 'the certificate is fetched again before the next ciphertext',
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedTo,
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
          tally.add(inFacets(judgeNext(exchange, doubt), exchange.service), exchange.seq, doubt.rejected);
        doubts.delete(key);
        if (isEncryptionRejection(exchange, context))
          doubts.set(key, {
            owners: ownersOf(exchange, ciphertexts),
            rejected: exchange.seq,
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

function judgeNext(exchange: Exchange, { rejected, fetch }: Doubt): Judgement {
  if (fetch !== undefined)
    return fetch.failure === undefined
      ? kept
      : { unjudged: text`the certificate was asked for in ${numbered(fetch.seq)}: ${fetch.failure}` };
  return {
    breach: {
      sent: showRequest(exchange, 'the next ciphertext after a rejection'),
      expected: `the certificate of ${exchange.service ?? 'the service'} fetched again first`,
      seen: text`no fetch since ${numbered(rejected)} was rejected`,
      cause: 'the certificate is cached for good, or the rejection is not recognised in the error body',
    },
  };
}
