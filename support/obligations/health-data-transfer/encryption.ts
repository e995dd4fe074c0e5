import type { Judgement, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** Stages of the encryption, in their order; the last one binds them to what was sent. */
type Stage = 'HDT-05' | 'HDT-06' | 'HDT-07' | 'HDT-08' | 'HDT-10';

/**
 * Judges one stage of what an HIP encrypted for an HIU that gave right key material. A content is blamed on one stage
 * alone: a known mistake names its own; what nothing explains was not made with the key and nonce that were sent.
 */
function encryptionStage(stage: Stage): RuleFactory {
  return () => {
    const tally = new Tally(stage);
    return {
      observe(exchange) {
        const answer = transferIn(exchange);
        if (answer?.method !== 'transfer.encrypt' || answer.asked.part !== 'valid') return;
        const judgement = judge(answer, stage);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  };
}

function judge(answer: TransferAnswer, stage: Stage): Judgement | undefined {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { content } = answer.fact;
  if (answer.outcome === 'refused' && stage === 'HDT-08') return { breach: tellRefused(answer) };
  if (answer.outcome !== 'result' || content === undefined)
    return { unjudged: `${showTransfer(answer)} came to nothing: ${showOutcome(answer)}` };
  switch (content.opens) {
    case 'whole':
      return kept;
    case 'unusable':
      return { unjudged: 'the key material that came with the content cannot be used' };
    case 'closed':
      return stage === 'HDT-10'
        ? { breach: tellClosed(answer) }
        : { unjudged: 'nothing opens the content, and no known mistake explains it' };
    case 'mistaken':
      if (content.mistake?.blame !== stage)
        return content.mistake?.id === 'not-encrypted' ? { unjudged: 'nothing is encrypted' } : kept;
      return {
        breach: {
          sent: showTransfer(answer),
          expected: expectations[stage],
          got: `a content that opens once ${content.mistake.text.split(';')[0] ?? ''}`,
          likely: content.mistake.text,
        },
      };
  }
}

const expectations: Readonly<Record<Stage, string>> = {
  'HDT-05':
    'the ECDH secret of both keys: 32 bytes as RFC 7748 gives them, or the big-endian x coordinate with its leading zeros',
  'HDT-06': 'both nonces XORed; the first 20 bytes are the HKDF salt, the last 12 bytes the AES-GCM IV',
  'HDT-07': 'an AES key of 256 bits out of HKDF-SHA-256 with that salt and an empty info',
  'HDT-08':
    'the Base64 of AES-256-GCM over the UTF-8 bytes of the bundle, without AAD, with the 16-byte tag behind the ciphertext',
  'HDT-10': 'a content that the public key and the nonce sent beside it open',
};

/** A form that the client declares, and refuses all the same. */
function tellRefused(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: 'key material of the HIP, and the bundle encrypted for the HIU',
    got: showOutcome(answer),
    likely:
      'only one encoding of the public key is read (a bare point, or one of both SPKI), or the size or alphabet of the bundle is too much for the client',
  };
}

function tellClosed(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations['HDT-10'],
    got: `${answer.fact.content?.bytes ?? 0} bytes that nothing opens, and that no known mistake explains`,
    likely:
      'the key pair or the nonce is made once more for the answer, or those of another transfer are sent; or several mistakes come together',
  };
}

/** Clause 6.2.3. */
export const secretAgreed = encryptionStage('HDT-05');
/** Clause 6.2.4. */
export const noncesXored = encryptionStage('HDT-06');
/** Clause 6.2.5. */
export const keyDerived = encryptionStage('HDT-07');
/** Clause 6.2.6. */
export const bundleSealed = encryptionStage('HDT-08');
/** Clause 6.2.6. */
export const sentTogether = encryptionStage('HDT-10');
