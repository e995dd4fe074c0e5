import type { SeenByHand } from '../../../run/hand/happenings';
import { t } from '../strings';
import { reasonOf, whyNotCounted } from './why-not';

/** What arrived and is not what is waited for, newest first. */
export function InsteadList({ instead }: { readonly instead: readonly SeenByHand[] }) {
  if (instead.length === 0) return null;
  return (
    <section class="instead" aria-label={t('hand.instead')}>
      <h3>{t('hand.instead')}</h3>
      <ul aria-live="polite">
        {instead.map((seen) => (
          <Instead key={seen.seq} seen={seen} />
        ))}
      </ul>
    </section>
  );
}

function Instead({ seen }: { readonly seen: SeenByHand }) {
  const { name, status, whyNot } = seen;
  const reason = reasonOf(seen);
  return (
    <li>
      <code translate={false}>
        {name} {status ?? ''}
      </code>{' '}
      {whyNot !== undefined && whyNotCounted(whyNot)}
      {reason !== undefined && (
        <span class="soft" translate={false}>
          {' '}
          {reason}
        </span>
      )}
    </li>
  );
}
