import { linkTo } from '../route';
import { t } from '../strings';
import { DiffView } from './diff-view';
import { ExceptionsView } from './exceptions-view';
import { ReportsView } from './reports-view';
import { TrendView } from './trend-view';
import { VerifyView } from './verify-view';

const tabs = ['reports', 'trend', 'exceptions', 'verify'] as const;

/** What was run before: `#/history`, and `/trend/…`, `/exceptions/…`, `/verify`, `/diff/old/new` below it. */
export function HistoryView({ rest }: { readonly rest: readonly string[] }) {
  const [part = 'reports', ...more] = rest;
  return (
    <>
      <h1>{t('history.title')}</h1>
      <nav class="tabs" aria-label={t('history.parts')}>
        {tabs.map((each) => (
          <a
            key={each}
            href={each === 'reports' ? linkTo('history') : linkTo('history', each)}
            aria-current={each === part ? 'page' : undefined}
          >
            {t(`history.tab.${each}`)}
          </a>
        ))}
      </nav>
      <Part part={part} more={more} />
    </>
  );
}

function Part({ part, more }: { readonly part: string; readonly more: readonly string[] }) {
  const [first = '', second = ''] = more;
  if (part === 'reports') return <ReportsView />;
  if (part === 'trend') return <TrendView target={first} />;
  if (part === 'exceptions') return <ExceptionsView key={first} wanted={first} />;
  if (part === 'verify') return <VerifyView />;
  if (part === 'diff') return <DiffView key={`${first} ${second}`} old={first} now={second} />;
  return <p>{t('app.notFound')}</p>;
}
