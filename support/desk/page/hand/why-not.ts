import type { SeenByHand, WhyNot } from '../../../run/hand/happenings';
import { t } from '../strings';

/** Why something that arrived does not count. */
export function whyNotCounted(whyNot: WhyNot): string {
  switch (whyNot.kind) {
    case 'unasked':
      return t('hand.why.unasked');
    case 'another-operation':
      return t('hand.why.anotherOperation', { wanted: whyNot.wanted });
    case 'another-matter':
      return t('hand.why.anotherMatter', { arrived: whyNot.arrived, wanted: whyNot.wanted });
    case 'refused':
      return t('hand.why.refused', { status: String(whyNot.status) });
    case 'broke-off':
      return t('hand.why.brokeOff');
  }
}

/** What the services wrote of it, in their words. */
export function reasonOf({ whyNot, failure }: SeenByHand): string | undefined {
  return whyNot?.kind === 'refused' ? whyNot.reason : failure;
}
