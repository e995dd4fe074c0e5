import type { Exchange } from '../../exchange/exchange';
import { isAccepted, showAnswer, showRequest } from '../answers';
import { isEncryptionRejection } from '../field-encryption.rules';
import type { Judgement, RuleFactory } from '../rule';
import { Tally, kept } from '../rule';
import { ciphertextsIn } from './fields';
import { onlyIf } from './gate';
import { certificateOf, clientOf, isRequest } from './requests';

const fewestEncryptions = 3;

/** What a process of the client knows of a service's certificate. */
interface Cached {
  /** The fetch that last brought it. */
  seq: number;
  doubted: boolean;
}

/** Clause 6.3.1: fetched once, cached per service. */
export const certificateCached: RuleFactory = (context) => {
  const tally = new Tally('CRT-07');
  const cache = new Map<string, Cached>();
  let encryptions = 0;
  return {
    observe(exchange) {
      const key = `${clientOf(exchange)} ${exchange.service ?? ''}`;
      const cached = cache.get(key);
      const ciphertexts = ciphertextsIn(exchange, context).length;
      encryptions += ciphertexts;
      if (ciphertexts > 0 && cached !== undefined) {
        tally.add(kept, exchange.seq);
        cached.doubted ||= isEncryptionRejection(exchange, context);
      }
      if (!isRequest(exchange) || certificateOf(exchange) === undefined) return;
      if (cached !== undefined && !isExcused(exchange, cached))
        tally.add(fetchedAgain(exchange, cached.seq), exchange.seq, cached.seq);
      if (isAccepted(exchange)) cache.set(key, { seq: exchange.seq, doubted: false });
      else if (cached !== undefined) cached.doubted = true;
    },
    conclude: () => onlyIf(encryptions >= fewestEncryptions, tally.conclude()),
  };
};

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
      got: `a fetch although #${before} had brought it`,
      likely: 'the certificate is fetched for each value, or one cache slot serves both services',
    },
  };
}

interface Doubt {
  readonly rejected: number;
  /** Epoch milliseconds: what was under way before is no answer to the rejection. */
  readonly since: number;
  fetch?: { readonly seq: number; readonly failure?: string };
}

/** Clause 6.3.1: after a decryption or padding error the certificate is fetched before the next ciphertext goes. */
export const certificateRefreshed: RuleFactory = (context) => {
  const tally = new Tally('CRT-08');
  const doubts = new Map<string, Doubt>();
  return {
    observe(exchange) {
      if (!isRequest(exchange)) return;
      const key = `${clientOf(exchange)} ${exchange.service ?? ''}`;
      const doubt = doubts.get(key);
      if (certificateOf(exchange) !== undefined && doubt !== undefined)
        doubt.fetch = {
          seq: exchange.seq,
          ...(!isAccepted(exchange) && { failure: showAnswer(exchange) }),
        };
      if (ciphertextsIn(exchange, context).length === 0) return;
      if (doubt !== undefined && exchange.arrivedAt >= doubt.since) {
        tally.add(judgeNext(exchange, doubt), exchange.seq, doubt.rejected);
        doubts.delete(key);
      }
      // What was under way then was encrypted before the client could know.
      const late = doubt !== undefined && exchange.arrivedAt < doubt.since;
      if (!late && isEncryptionRejection(exchange, context))
        doubts.set(key, { rejected: exchange.seq, since: exchange.answeredAt });
    },
    conclude: () => tally.conclude(),
  };
};

function judgeNext(exchange: Exchange, { rejected, fetch }: Doubt): Judgement {
  if (fetch !== undefined)
    return fetch.failure === undefined
      ? kept
      : { unjudged: `the certificate was asked for in #${fetch.seq}: ${fetch.failure}` };
  return {
    breach: {
      sent: showRequest(exchange, 'the next ciphertext after a rejection'),
      expected: `the certificate of ${exchange.service ?? 'the service'} fetched again first`,
      got: `no fetch since #${rejected} was rejected`,
      likely: 'the certificate is cached for good, or the rejection is not recognised in the error body',
    },
  };
}
