import { t } from '../strings';
import type { DoneTurn } from './hand-state';

/** The acts that are over, newest first. */
export function DoneList({ done }: { readonly done: readonly DoneTurn[] }) {
  if (done.length === 0) return null;
  return (
    <details class="done-acts">
      <summary>{t('hand.done', { count: done.length })}</summary>
      <ol reversed>
        {done.map(({ id, sentence, how, message }) => (
          <li key={id}>
            <span translate={false}>{sentence}</span>{' '}
            <strong>{t(`hand.how.${how === 'too late' ? 'tooLate' : how}`)}</strong>
            {message !== undefined && (
              <span class="soft" translate={false}>
                {' '}
                {message}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
