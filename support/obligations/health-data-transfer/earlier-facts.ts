import type { MistakeFact } from '../../contract/transfer-facts';
import type { Evidence } from '../../exchange/evidence';
import { stageOf } from './encryption';

/** A mistake as recordings and challenge keys told it before facts named stages: they blamed an obligation. */
export type EarlierMistake = Omit<MistakeFact, 'stage'> & { readonly blame: string };

/** A mistake as facts tell it today, whichever way it was written down. */
export function withStage(mistake: MistakeFact | EarlierMistake): MistakeFact {
  if ('stage' in mistake) return mistake;
  const { id, text, blame } = mistake;
  // Nothing but those four was ever blamed; the last stage is the one that every content shows.
  return { id, stage: stageOf(blame) ?? 'seal', text };
}

/** Evidence of an earlier recording, with its facts in the current form. */
export function withStages(evidence: Evidence): Evidence {
  if (evidence.kind !== 'adapter answer') return evidence;
  const { transfer } = evidence.facts;
  if (transfer === undefined) return evidence;
  const { mistake, content } = transfer;
  const known = {
    ...transfer,
    ...(mistake && { mistake: withStage(mistake) }),
    ...(content?.mistake && { content: { ...content, mistake: withStage(content.mistake) } }),
  };
  return { ...evidence, facts: { ...evidence.facts, transfer: known } };
}
