import type { TransferStage } from '../../contract/transfer-facts';
import type { AdapterAnswer } from '../../exchange/evidence';
import { home } from '../judge/home';
import { transferred, at } from '../judge/places';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** What is judged of an encryption: each stage of it, in their order, and that they fit what was sent. */
type Part = TransferStage | 'bind';

/**
 * Judges one stage of what an HIP encrypted for an HIU that gave right key material. A content is blamed on one stage
 * alone: a known mistake names its own; what nothing explains was not made with the key and nonce that were sent.
 */
function encryptionStage(stage: Part): Judge<AdapterAnswer> {
  return () => {
    const tally = new Tally();
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.encrypt' || answer.asked.part !== 'valid') return;
        const judgement = judge(answer, stage);
        if (judgement !== undefined) tally.add(judgement, answer.seq);
      },
      conclude: () => tally.conclude(),
    };
  };
}

function judge(answer: TransferAnswer, stage: Part): Judgement | undefined {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { content } = answer.fact;
  if (answer.outcome === 'refused' && stage === 'seal') return { breach: tellRefused(answer) };
  if (answer.outcome !== 'result' || content === undefined)
    return { unjudged: `${showTransfer(answer)} came to nothing: ${showOutcome(answer)}` };
  switch (content.opens) {
    case 'whole':
      return kept;
    case 'unusable':
      return { unjudged: 'the key material that came with the content cannot be used' };
    case 'closed':
      return stage === 'bind'
        ? { breach: tellClosed(answer) }
        : { unjudged: 'nothing opens the content, and no known mistake explains it' };
    case 'mistaken':
      if (content.mistake?.stage !== stage)
        return content.mistake?.id === 'not-encrypted' ? { unjudged: 'nothing is encrypted' } : kept;
      return {
        breach: {
          sent: showTransfer(answer),
          expected: expectations[stage],
          seen: `a content that opens once ${content.mistake.text.split(';')[0] ?? ''}`,
          cause: content.mistake.text,
        },
      };
  }
}

const expectations: Readonly<Record<Part, string>> = {
  agree:
    'the ECDH secret of both keys: 32 bytes as RFC 7748 gives them, or the big-endian x coordinate with its leading zeros',
  mix: 'both nonces XORed; the first 20 bytes are the HKDF salt, the last 12 bytes the AES-GCM IV',
  derive: 'an AES key of 256 bits out of HKDF-SHA-256 with that salt and an empty info',
  seal: 'the Base64 of AES-256-GCM over the UTF-8 bytes of the bundle, without AAD, with the 16-byte tag behind the ciphertext',
  bind: 'a content that the public key and the nonce sent beside it open',
};

/** A form that the client declares, and refuses all the same. */
function tellRefused(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: 'key material of the HIP, and the bundle encrypted for the HIU',
    seen: showOutcome(answer),
    cause:
      'only one encoding of the public key is read (a bare point, or one of both SPKI), or the size or alphabet of the bundle is too much for the client',
  };
}

function tellClosed(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations.bind,
    seen: `${answer.fact.content?.bytes ?? 0} bytes that nothing opens, and that no known mistake explains`,
    cause:
      'the key pair or the nonce is made once more for the answer, or those of another transfer are sent; or several mistakes come together',
  };
}

/** Clause 6.2.3. */
export const secretAgreed = home({
  id: 'HDT-05',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The shared secret comes from ECDH on Curve25519',
  rule:
    'ECDH on Curve25519 with the public key of the HIU and the private key of the HIP gives the ' +
    'shared secret.',
  outcome: 'each content opens with the ECDH secret of both keys',
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('agree'),
});
/** Clause 6.2.4. */
export const noncesXored = home({
  id: 'HDT-06',
  clauses: ['6.2.4'],
  quote:
    'XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the ' +
    'last 12 bytes are the AES-GCM IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Salt and IV come from the XORed nonces',
  rule:
    'XOR combines both nonces; the first 20 bytes of the outcome serve as HKDF salt and the last 12 ' +
    'bytes as AES-GCM IV.',
  outcome: 'each content opens with salt and IV out of both nonces',
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('mix'),
});
/** Clause 6.2.5. */
export const keyDerived = home({
  id: 'HDT-07',
  clauses: ['6.2.5'],
  quote: 'Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'HKDF derives a 256-bit AES key',
  rule: 'The AES key has 256 bits, and HKDF makes it out of the shared secret and the salt.',
  outcome: 'each content opens with a key of 256 bits that HKDF derives',
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('derive'),
});
/** Clause 6.2.6. */
export const bundleSealed = home({
  id: 'HDT-08',
  clauses: ['6.2.6'],
  quote: 'Encrypt the FHIR bundle with AES-GCM and the IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'AES-GCM gives the same bundle back',
  rule: 'AES-GCM encrypts the bundle, and decryption yields the original bytes.',
  outcome: 'each content decrypts to the bytes of its bundle, and its tag is right',
  on: ['adapter'],
  facets: { form: ['each key form of the client'], bundle: ['smallest', 'many alphabets', 'large'] },
  follows: ['HDT-14', 'HDT-18'],
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('seal'),
});
/** Clause 6.2.6. */
export const sentTogether = home({
  id: 'HDT-10',
  clauses: ['6.2.6'],
  quote: 'Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Content travels with the key and nonce behind it',
  rule:
    'The content, the public key of the HIP and its nonce are sent together. That key and that nonce ' +
    'are the very ones that the encryption used.',
  outcome: 'each content was made with the key and the nonce that came with it',
  on: ['adapter'],
  tells: [...transferred, ...at('request body/keyMaterial', 'fact transfer/echoes')],
  challenge: ['an encryption'],
  judge: encryptionStage('bind'),
});

const stages = [
  [secretAgreed, 'agree'],
  [noncesXored, 'mix'],
  [keyDerived, 'derive'],
  [bundleSealed, 'seal'],
] as const;

/** The stage that an obligation is about; `undefined` for any other. */
export function stageOf(obligation: string): TransferStage | undefined {
  return stages.find(([{ id }]) => id === obligation)?.[1];
}
