import type { AdapterAnswer } from '../../exchange/evidence';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyInUse } from '../judge/gate';
import { isEarnest, showTransfer } from './transfer-answer';
import type { Given } from './given';
import { givenIn, keyFlaws, likelyOf, materialCauses } from './given';
import { anyTransfer } from './needs';

function eachMaterial(method: string, judge: (given: Given) => Judgement | undefined): Judge<AdapterAnswer> {
  return () => {
    const tally = new Tally();
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, method);
        if (given === undefined) return;
        used ||= isEarnest(given);
        const judgement = judge(given);
        if (judgement !== undefined) tally.add(judgement, answer.seq);
      },
      conclude: () => onlyInUse(used, tally.conclude()),
    };
  };
}

/** Clause 2.6: the members, and a public key in a form that is met. */
export const keyMaterialShape = home({
  id: 'HDT-09',
  clauses: ['2.6'],
  quote:
    'cryptoAlg | string | ECDH | | curve | string | Curve25519 | | dhPublicKey.expiry | string | ISO-8601 UTC ' +
    'timestamp | | dhPublicKey.parameters | string | descriptive text, Curve25519 with a 32-byte random key | | ' +
    'dhPublicKey.keyValue | string | Base64 of the HIP public key | | nonce | string | Base64 of the HIP 32-byte nonce',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'HIP key material has its documented members',
  rule:
    'The key material that is sent gives ECDH as cryptoAlg, Curve25519 as curve, an expiry in UTC, a ' +
    'text as parameters, a keyValue in Base64, and a nonce of 32 bytes in Base64.',
  needs: ['HDT-08', 'HDT-10'],
  causes: materialCauses,
  on: ['adapter'],
  tells: at('request body/keyMaterial', 'fact transfer/keyMaterial'),
  challenge: ['an encryption'],
  judge: eachMaterial('transfer.encrypt', ({ material, ...answer }) => {
    const flaws = [...material.flaws, ...keyFlaws(material)];
    if (flaws.length === 0) return kept;
    return {
      breach: {
        sent: showTransfer(answer),
        expected:
          'cryptoAlg "ECDH", curve "Curve25519", dhPublicKey with an expiry in UTC, parameters and a keyValue in standard Base64, and a nonce of 32 bytes in standard Base64',
        seen: flaws.join('; '),
        cause: likelyOf(flaws),
      },
    };
  }),
});

const likelyPast =
  'the time of making is written as expiry, local time is marked with Z, or the key is an old one';

/** Clause 2.6: an expiry that lies ahead. */
export const expiryAhead = home({
  id: 'HDT-15',
  clauses: ['2.6'],
  quote: 'dhPublicKey.expiry | string | ISO-8601 UTC timestamp',
  subject: 'integrator',
  roles: ['hip'],
  level: 'should',
  seen: 'adapter',
  title: 'HIP keys are sent before they expire',
  rule: 'The expiry that is sent is later than the moment of sending.',
  causes: [likelyPast],
  on: ['adapter'],
  ...anyTransfer,
  tells: at('request body/keyMaterial/dhPublicKey/expiry', 'fact transfer/keyMaterial/expiresAt', 'time'),
  challenge: ['an encryption'],
  judge: eachMaterial('transfer.encrypt', ({ material, ...answer }) => {
    const { expiresAt } = material;
    if (expiresAt === undefined) return undefined;
    const { arrivedAt } = answer;
    if (expiresAt > arrivedAt) return kept;
    return {
      breach: {
        sent: showTransfer(answer),
        expected: 'an expiry later than the moment of sending',
        seen: `${new Date(expiresAt).toISOString()}, sent at ${new Date(arrivedAt).toISOString()}`,
        cause: likelyPast,
      },
    };
  }),
});
