import type { SeenByHand } from '../../../run/hand/happenings';
import { Notice } from '../parts/notice';
import { t } from '../strings';
import { reasonOf, whyNotCounted } from './why-not';

/** An act that the services refused: it is held until the person says what to make of it. */
export function Refusal({
  refused,
  onSay,
}: {
  readonly refused: SeenByHand;
  readonly onSay: (what: 'accept' | 'retry') => void;
}) {
  const reason = reasonOf(refused);
  const { whyNot } = refused;
  if (whyNot === undefined) return null;
  const isPlayed = whyNot.kind === 'refused' && whyNot.played === true;
  return (
    <Notice kind="warn">
      {whyNotCounted(whyNot)}
      {reason !== undefined && (
        <span class="hint" translate={false}>
          {reason}
        </span>
      )}
      <span class="hint">{t(isPlayed ? 'hand.playedRefusal' : 'hand.whatNow')}</span>
      <span class="row-of-buttons">
        <button
          type="button"
          onClick={() => {
            onSay('retry');
          }}
        >
          {t('hand.retry')}
        </button>
        <button
          type="button"
          onClick={() => {
            onSay('accept');
          }}
        >
          {t('hand.accept')}
        </button>
      </span>
    </Notice>
  );
}
