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
  return (
    <nav class="trail" aria-label={t('inspect.trail')}>
      <ul class="steps">
        {waysBack(entry).map((area) => (
          <li key={area}>
            <a href={linkTo(area)}>{t(`inspect.back.${area}`)}</a>
          </li>
        ))}
        {!isLive(entry) && (
          <>
            <li>
              <a href={linkTo('inspect', entry)}>{entryName(entry)}</a>
            </li>
            <li>
              <a href={linkTo('inspect', entry, 'exchanges')}>{t('inspect.allExchanges')}</a>
            </li>
          </>
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

/** Where one may have come from. */
function waysBack(entry: string): ('history' | 'run' | 'traffic')[] {
  if (entry === 'run' || entry === 'traffic') return [entry];
  if (entry === 'latest' || entry === 'partial') return ['run', 'history'];
  return entry === 'audit' || entry === 'proxy' ? ['traffic', 'history'] : ['history'];
}

/** What people call a report of the history. */
export function entryName(entry: string): string {
  switch (entry) {
    case 'latest':
    case 'partial':
    case 'audit':
    case 'proxy':
    case 'mock':
    case 'run':
    case 'traffic':
      return t(`inspect.entries.${entry}`);
    default:
      // A number, or an id of which the beginning is enough.
      return t('inspect.entries.earlier', { entry: entry.slice(0, 8) });
  }
}
