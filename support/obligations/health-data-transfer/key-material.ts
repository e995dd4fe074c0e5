import type { ObligationId } from '..';
import type { Judgement, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyInUse } from '../judge/gate';
import { isEarnest, showTransfer } from './transfer-answer';
import type { Given } from './given';
import { givenIn, keyFlaws, likelyOf } from './given';

function eachMaterial(
  obligation: ObligationId,
  method: string,
  judge: (given: Given) => Judgement | undefined,
): RuleFactory {
  return () => {
    const tally = new Tally(obligation);
    let used = false;
    return {
      observe(exchange) {
        const given = givenIn(exchange, method);
        if (given === undefined) return;
        used ||= isEarnest(given);
        const judgement = judge(given);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => onlyInUse(used, tally.conclude()),
    };
  };
}

/** Clause 2.6: the members, and a public key in a form that is met. */
export const keyMaterialShape = eachMaterial('HDT-09', 'transfer.encrypt', ({ material, ...answer }) => {
  const flaws = [...material.flaws, ...keyFlaws(material)];
  if (flaws.length === 0) return kept;
  return {
    breach: {
      sent: showTransfer(answer),
      expected:
        'cryptoAlg "ECDH", curve "Curve25519", dhPublicKey with an expiry in UTC, parameters and a keyValue in standard Base64, and a nonce of 32 bytes in standard Base64',
      got: flaws.join('; '),
      likely: likelyOf(flaws),
    },
  };
});

/** Clause 2.6: an expiry that lies ahead. */
export const expiryAhead = eachMaterial('HDT-15', 'transfer.encrypt', ({ material, ...answer }) => {
  const { expiresAt } = material;
  if (expiresAt === undefined) return undefined;
  const { answeredAt } = answer.exchange;
  if (expiresAt > answeredAt) return kept;
  return {
    breach: {
      sent: showTransfer(answer),
      expected: 'an expiry later than the moment of sending',
      got: `${new Date(expiresAt).toISOString()}, sent at ${new Date(answeredAt).toISOString()}`,
      likely:
        'the time of making is written as expiry, local time is marked with Z, or the key is an old one',
    },
  };
});
