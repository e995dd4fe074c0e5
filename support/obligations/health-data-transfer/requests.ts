import type { AdapterAnswer } from '../../exchange/evidence';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Conclusion, Told } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyIf, onlyInUse } from '../judge/gate';
import { Repetitions, freshKey, freshNonce } from './freshness';
import type { Given } from './given';
import { givenIn, keyFlaws, likelyOf, materialCauses } from './given';
import { isEarnest, showTransfer, transferIn } from './transfer-answer';

/** Whether an HIU put its material to use; one that reads contents with a known mistake does so all the same. */
function usesMaterial(answer: AdapterAnswer): boolean {
  const transfer = transferIn(answer);
  return (
    transfer?.method === 'transfer.decrypt' && (isEarnest(transfer) || transfer.fact.mistake !== undefined)
  );
}

/** Judges what each request of an HIU gives, once any of it was put to use, and enough was seen to tell. */
function eachOpened(breachOf: (given: Given) => Told | undefined, isEnough = () => true) {
  const tally = new Tally();
  let used = false;
  return {
    observe(answer: AdapterAnswer): void {
      used ||= usesMaterial(answer);
      const given = givenIn(answer, 'transfer.open');
      if (given === undefined) return;
      const breach = breachOf(given);
      tally.add(breach ? { breach } : kept, answer.seq);
    },
    conclude(): Conclusion {
      const conclusion = tally.conclude();
      return onlyInUse(used, onlyIf(conclusion.breachCount > 0 || isEnough(), conclusion));
    },
  };
}

/** Clauses 6.2, 6.2.1: what the HIU gives to the HIP. */
export const requestMaterialShape = home({
  id: 'HDT-17',
  clauses: ['6.2', '6.2.1'],
  quote: 'Read the HIU public key, nonce, curve and algorithm from the health information request',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'Every HIU request includes its key material',
  rule:
    'With each request the HIU hands the HIP its public key, a nonce of 32 bytes, the curve and the ' +
    'algorithm.',
  causes: materialCauses,
  on: ['adapter'],
  tells: at('request body/keyMaterial', 'fact transfer/keyMaterial'),
  judge: () => eachOpened(requestFlaw),
});

/** What clause 6.2.1 reads from the request of an HIU. */
const requestMembers = /^\/(cryptoAlg|curve|dhPublicKey\/keyValue|nonce|dhPublicKey)\b/;

function requestFlaw(given: Given): Told | undefined {
  const { material } = given;
  const flaws = [...material.flaws.filter((flaw) => requestMembers.test(flaw)), ...keyFlaws(material)].filter(
    (flaw) => !/^\/dhPublicKey\/(expiry|parameters)/.test(flaw),
  );
  if (flaws.length === 0) return undefined;
  return {
    sent: showTransfer(given),
    expected: 'cryptoAlg, curve, a public key and a nonce of 32 bytes, each as clause 2.6 writes them',
    seen: flaws.join('; '),
    cause: likelyOf(flaws),
  };
}

/** Clause 6.2.2, which speaks of the HIP alone: the same is expected of the HIU. Two requests are needed to tell. */
export const requestMaterialFresh = home({
  id: 'HDT-20',
  clauses: ['6.2.2'],
  quote: 'Generate a short-term Curve25519 ECDH key pair and a new 32-byte random HIP nonce.',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Every HIU request has a fresh key and nonce',
  rule:
    'The HIU makes a new key pair and a new nonce for each request. The document demands this of the ' +
    'HIP alone; we expect it of the HIU, and a breach is a warning.',
  causes: [freshKey.cause, freshNonce.cause],
  on: ['adapter'],
  needs: ['HDT-17'],
  tells: at(
    'request body/keyMaterial/dhPublicKey/keyValue',
    'request body/keyMaterial/nonce',
    'fact transfer/keyMaterial/keyDigest',
    'fact transfer/keyMaterial/nonceDigest',
  ),
  judge: () => {
    const keys = new Repetitions(freshKey);
    const nonces = new Repetitions(freshNonce);
    return eachOpened(
      (given) => keys.breachOf(given) ?? nonces.breachOf(given),
      () => Math.min(keys.count, nonces.count) > 1,
    );
  },
});
