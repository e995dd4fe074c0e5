import type { SchemeMember } from '../../contract/scheme-names';
import type { KeyMaterialFact } from '../../contract/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import { missingTransfer, openInRun, untestedInRun } from '../judge/common-absences';
import { defineHome, placesAt } from '../judge/home';
import type { Conclusion, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { emptyConclusionUnless, onlyInUse } from '../judge/requests';
import { Repetitions, freshKey, freshNonce } from './key-material';
import type { Given } from './transfer-answer';
import {
  givenIn,
  isTransferCarriedOut,
  keyFlaws,
  likelyOf,
  ordinaryTransferIn,
  requestCauses,
  requestNameCauses,
  showTransfer,
} from './transfer-answer';

/** Whether an HIU used its key material. An HIU that reads contents with a known mistake uses it, too. */
function usesMaterial(answer: AdapterAnswer): boolean {
  const transfer = ordinaryTransferIn(answer);
  return (
    transfer?.method === 'transfer.decrypt' &&
    (isTransferCarriedOut(transfer) || transfer.fact.mistake !== undefined)
  );
}

/**
 * Judges the key material in each request of an HIU, once the requests suffice. A breach always counts. Right key material
 * counts only if the HIU decrypted a content with its own, because anyone can write down a key and a nonce.
 */
function eachOpened(context: RuleContext, judge: (given: Given) => Judgement, isEnough = () => true) {
  const tally = new JudgementTally(context);
  let used = false;
  return {
    observe(answer: AdapterAnswer): void {
      used ||= usesMaterial(answer);
      const given = givenIn(answer, 'transfer.open');
      if (given === undefined) return;
      tally.add(judge(given), answer.seq);
    },
    conclude(): Conclusion {
      const conclusion = tally.conclude();
      return onlyInUse(used, emptyConclusionUnless(conclusion.breachCount > 0 || isEnough(), conclusion));
    },
  };
}

/** Clauses 6.2, 6.2.1: the key material that the HIU gives to the HIP. */
export const requestMaterialShape = defineHome({
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
    'algorithm. The names may be spelt in any way that means Curve25519 and ECDH.',
  absences: {
    [missingTransfer]: openInRun,
  },
  latitude: {
    'additional members': 'material-with-extra-members',
    'another order of the members': 'material-in-another-order',
    'a point as the key': 'points-given-and-spki-taken',
    'an SPKI as the key': 'spki-given-and-points-taken',
    'an expiry without milliseconds': 'expiry-without-milliseconds',
    'names in small letters': 'request-with-curve-in-small-letters',
    'the name of RFC 7748': 'request-with-names-of-rfc-7748',
  },
  causes: requestCauses,
  on: ['adapter'],
  needs: ['HDT-11'],
  tells: placesAt('request body/keyMaterial', 'fact transfer/keyMaterial'),
  judge: (context) => eachOpened(context, judgeRequest),
});

/** Matches flaws of the public key and the nonce, which clause 6.2.1 reads from the request of an HIU. */
const requestMembers = /^\/(dhPublicKey\/keyValue|nonce|dhPublicKey)\b/;

function judgeRequest(given: Given): Judgement {
  const { material } = given;
  const flaws = [...material.flaws.filter((flaw) => requestMembers.test(flaw)), ...keyFlaws(material)].filter(
    (flaw) => !/^\/dhPublicKey\/(expiry|parameters)/.test(flaw),
  );
  const names = (['cryptoAlg', 'curve'] as const).flatMap((member) => nameFlaw(material, member) ?? []);
  const cause = flaws.length > 0 ? likelyOf(flaws) : names[0]?.cause;
  if (cause !== undefined)
    return {
      breach: {
        sent: showTransfer(given),
        expected:
          'ECDH as cryptoAlg and Curve25519 as curve, in any spelling, a public key and a nonce of 32 bytes, both as clause 2.6 writes them',
        seen: [...names.map(({ flaw }) => flaw), ...flaws].join('; '),
        cause,
      },
    };
  const unkept = (['cryptoAlg', 'curve'] as const).filter((member) => isKindUnkept(material, member));
  if (unkept.length > 0)
    return {
      unjudged: `the recording does not contain whether ${unkept.join(' and ')} of a request has another right spelling`,
      kind: 'not-kept',
    };
  const unknown = Object.entries(material.otherNames ?? {}).filter(([, kind]) => kind === 'unknown');
  if (unknown.length === 0) return keptJudgement;
  const members = unknown.map(([member]) => member).join(' and ');
  return { note: `${members} of a request: the suite does not know this name, and does not judge it` };
}

/** The document does not show how an HIU spells the names, so this returns a flaw only for a known other name. */
function nameFlaw(
  material: KeyMaterialFact,
  member: SchemeMember,
): { readonly flaw: string; readonly cause: string } | undefined {
  const flaw = flawOfName(material, member);
  const kind = material.otherNames?.[member];
  if (flaw === undefined || kind === 'the scheme' || kind === 'unknown') return undefined;
  if (isKindUnkept(material, member)) return undefined;
  return { flaw, cause: requestNameCauses[kind === undefined ? 'unnamed' : member] };
}

const flawOfName = ({ flaws }: KeyMaterialFact, member: SchemeMember): string | undefined =>
  flaws.find((each) => each.startsWith(`/${member} `));

/** Returns whether a recording contains a name that is not blank, but not its kind: earlier versions recorded no kinds. */
function isKindUnkept(material: KeyMaterialFact, member: SchemeMember): boolean {
  const isNamed = /, is "(?!\s*"$)/.test(flawOfName(material, member) ?? '');
  return isNamed && material.otherNames?.[member] === undefined;
}

/** Clause 6.2.2 demands new material only of the HIP; we recommend it to the HIU. Judged over two requests. */
export const requestMaterialFresh = defineHome({
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
    'HIP alone; we recommend it to the HIU, and a breach is a warning.',
  absences: {
    'a second request of the HIU': untestedInRun,
    [missingTransfer]: openInRun,
  },
  latitude: {
    'key pairs of another library': 'transfers-by-the-platform',
    'keys of the Weierstrass form': 'weierstrass-alone',
    'another order of the members': 'material-in-another-order',
  },
  causes: [freshKey.cause, freshNonce.cause],
  on: ['adapter'],
  needs: ['HDT-11', 'HDT-17'],
  tells: placesAt(
    'request body/keyMaterial/dhPublicKey/keyValue',
    'request body/keyMaterial/nonce',
    'fact transfer/keyMaterial/keyDigest',
    'fact transfer/keyMaterial/nonceDigest',
  ),
  judge: (context) => {
    const keys = new Repetitions(freshKey);
    const nonces = new Repetitions(freshNonce);
    return eachOpened(
      context,
      (given) => {
        const breach = keys.breachOf(given) ?? nonces.breachOf(given);
        return breach ? { breach } : keptJudgement;
      },
      () => Math.min(keys.count, nonces.count) > 1,
    );
  },
});
