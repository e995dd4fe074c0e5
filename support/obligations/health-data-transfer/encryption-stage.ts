import type { TransferStage } from '../../contract/transfer-facts';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { Codings, codingCauses } from './codings';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** What is judged of an encryption: each stage of it, in their order, and that they fit what was sent. */
type Part = TransferStage | 'bind';

/**
 * Judges one stage of what an HIP encrypted for an HIU that gave right key material. A content is blamed on one stage
 * alone: a known mistake names its own; what nothing explains was not made with the key and nonce that were sent.
 */
export function encryptionStage(stage: Part): Judge<AdapterAnswer> {
  return () => {
    const tally = new Tally();
    const codings = new Codings();
    const refused: TransferAnswer[] = [];
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.encrypt' || answer.asked.part !== 'valid') return;
        codings.add(answer);
        if (isRefusal(answer) && stage === 'seal') refused.push(answer);
        const judgement = judge(answer, stage);
        if (judgement !== undefined) tally.add(inFacets(judgement, facetOf(answer, stage)), answer.seq);
      },
      conclude() {
        // Why, the other transfers tell.
        for (const answer of refused) {
          const unjudged = codings.whyOpen(answer);
          const breach = { ...tellRefused(answer), cause: codings.whyRefused(answer) ?? refusedAll };
          const judgement = unjudged === undefined ? { breach } : { unjudged };
          tally.add(inFacets(judgement, facetOf(answer, stage)), answer.seq);
        }
        return tally.conclude();
      },
    };
  };
}

/** Kinds of bundle in which a client may differ. */
export const bundleFacets = ['small', 'many alphabets', 'large'] as const;

function facetOf({ variant, fact: { form } }: TransferAnswer, stage: Part): string | undefined {
  if (stage === 'bind') return undefined;
  if (stage !== 'seal') return form;
  const bundle = bundleFacetOf(variant);
  return bundle && `${form}, ${bundle}`;
}

function bundleFacetOf(variant: string): (typeof bundleFacets)[number] | undefined {
  if (variant === 'a plain bundle') return 'small';
  if (variant === 'a bundle in many alphabets') return 'many alphabets';
  return variant.startsWith('a bundle of ') ? 'large' : undefined;
}

function judge(answer: TransferAnswer, stage: Part): Judgement | undefined {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { content } = answer.fact;
  if (isRefusal(answer) && stage === 'seal') return undefined;
  if (answer.outcome !== 'result' || content === undefined)
    return { unjudged: `${showTransfer(answer)} gave no content: ${showOutcome(answer)}` };
  switch (content.opens) {
    case 'whole':
      return kept;
    case 'null':
      return stage === 'seal' ? { breach: tellNull(answer) } : { unjudged: 'nothing is encrypted' };
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

function isRefusal({ outcome, failure }: TransferAnswer): boolean {
  return outcome === 'refused' && failure === undefined;
}

const refusedAll = 'keys of a form that the client declares are refused, whatever the bundle';
const sentNull =
  'encryption failed, and null is sent all the same; a client that cannot encrypt answers an error';

/** What an encryption as a whole may come to, beside the known mistakes of sealing. */
export const unsealedCauses: readonly string[] = [...codingCauses, refusedAll, sentNull];

export const closedCause =
  'the key pair or the nonce is made once more for the answer, or those of another transfer are sent; or several mistakes come together';

/** A form that the client declares, and refuses all the same. */
function tellRefused(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: 'key material of the HIP, and the bundle encrypted for the HIU',
    seen: showOutcome(answer),
  };
}

/** An encryption that failed, and was sent all the same. */
function tellNull(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations.seal,
    seen: 'null in place of a content',
    cause: sentNull,
  };
}

function tellClosed(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations.bind,
    seen: `${answer.fact.content?.bytes ?? 0} bytes that nothing opens, and that no known mistake explains`,
    cause: closedCause,
  };
}
