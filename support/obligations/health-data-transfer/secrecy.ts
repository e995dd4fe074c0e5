import type { ObligationId } from '..';
import type { ExposureFact, TransferFact } from '../../contract/transfer-facts';
import type { RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyAfter } from '../judge/gate';
import { isEarnest, showTransfer, transferIn } from './transfer-answer';

interface Kept {
  readonly exposed: (fact: TransferFact) => readonly ExposureFact[] | undefined;
  readonly expected: string;
  readonly what: string;
  readonly likely: string;
}

/** Judges what an HIP must never send: observed once a transfer was carried out, for only then there was something to send. */
function neverSent(obligation: ObligationId, { exposed, expected, what, likely }: Kept): RuleFactory {
  return () => {
    const tally = new Tally(obligation);
    let tempted = false;
    return {
      observe(exchange) {
        const answer = transferIn(exchange);
        if (answer?.method !== 'transfer.encrypt') return;
        tempted ||= isEarnest(answer);
        const found = exposed(answer.fact) ?? [];
        if (found.length === 0 && answer.outcome !== 'result') return;
        const places = found.map(({ place, encoding }) => `${place} (${encoding})`).join(', ');
        const breach = { sent: showTransfer(answer), expected, got: `${what} in ${places}`, likely };
        tally.add(found.length === 0 ? kept : { breach }, exchange.seq);
      },
      conclude: () => onlyAfter(tempted, tally.conclude()),
    };
  };
}

/** Clause 6.2.2. */
export const privateKeyUnsent = neverSent('HDT-14', {
  exposed: ({ privateKeyIn }) => privateKeyIn,
  expected: 'the public key alone',
  what: 'the private key',
  likely: 'the whole key pair is written out, or private and public key are mixed up',
});

/** Clause 2.4. */
export const bundleUnreadable = neverSent('HDT-18', {
  exposed: ({ bundleIn }) => bundleIn,
  expected: 'the bundle in the encrypted content alone',
  what: 'a part of the bundle',
  likely:
    'encryption is left out, or the bundle is kept beside the content for debugging; Base64 encrypts nothing',
});
