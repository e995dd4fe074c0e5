import { linkTo } from '../route';
import { t } from '../strings';
import { isLive } from './place';

interface TrailProps {
  /** The report, or what goes on. */
  readonly entry: string;
  /** The obligation between. */
  readonly id?: string;
}

/** The way back up. */
export function Trail({ entry, id }: TrailProps) {
  const top = isLive(entry) ? linkTo(entry) : linkTo('inspect', entry);
  return (
    <nav class="trail" aria-label={t('inspect.trail')}>
      <ul class="steps">
        <li>
          <a href={top}>{entryName(entry)}</a>
        </li>
        {!isLive(entry) && (
          <li>
            <a href={linkTo('inspect', entry, 'exchanges')}>{t('inspect.allExchanges')}</a>
          </li>
        )}
        {id !== undefined && (
          <li>
            <a href={linkTo('inspect', entry, id)}>{id}</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** What people call a report of the history. */
export function entryName(entry: string): string {
  switch (entry) {
    case 'latest':
    case 'partial':
    case 'audit':
    case 'proxy':
    case 'run':
    case 'traffic':
      return t(`inspect.entries.${entry}`);
    default:
      return t('inspect.entries.earlier', { entry });
  }
}
