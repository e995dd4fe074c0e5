import type { ObligationView } from '../../wire/inspect-report';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { linkTo } from '../route';
import { t } from '../strings';
import { Breaches } from './breaches';
import { Cycles } from './cycles';
import { EvidenceList } from './evidence-list';
import { Examples } from './examples';
import { LabelMark } from './label-mark';
import { Negatives } from './negatives';
import { Rerun } from './rerun';
import { useReturnFocus } from './return-focus';
import { Scenarios } from './scenarios';
import { ShownShort } from './shown';
import { Trail } from './trail';
import { Brings, Facets, Why } from './why';

interface PageProps {
  readonly entry: string;
  readonly id: string;
}

/** One obligation of a report: what it demands, what is right, what was seen. */
export function ObligationPage({ entry, id }: PageProps) {
  const path = `/api/reports/${encodeURIComponent(entry)}/obligations/${encodeURIComponent(id)}`;
  const { answer: view, error, again } = useAnswer<ObligationView>(path);
  const heading = useReturnFocus(view !== undefined);
  return (
    <div class="inspect">
      <Trail entry={entry} />
      <h1 ref={heading} tabIndex={-1}>
        <ShownShort text={view === undefined ? id : view.name} />
      </h1>
      <ErrorNotice error={error} />
      {view === undefined ? (
        error === undefined && <p>{t('app.loading')}</p>
      ) : (
        <Whole view={view} again={again} />
      )}
    </div>
  );
}

const longestText = 4000;

interface WholeProps {
  readonly view: ObligationView;
  readonly again: () => void;
}

function Whole({ view, again }: WholeProps) {
  const { meaning, quote, rule } = view;
  return (
    <>
      <Line view={view} />
      <p class="meaning" translate={false}>
        {meaning}
      </p>
      <blockquote>
        <ShownShort text={quote} most={longestText} />
      </blockquote>
      <p>
        <ShownShort text={rule} most={longestText} />
      </p>
      <Why view={view} />
      {view.noRecording !== undefined && (
        <p class="notice warn">
          <ShownShort text={view.noRecording} most={longestText} />
        </p>
      )}
      <Breaches view={view} />
      <Exception view={view} />
      <Brings view={view} />
      <Facets view={view} />
      <Rerun view={view} again={again} />
      <Negatives view={view} />
      <Examples view={view} />
      <EvidenceList view={view} />
      <Cycles view={view} />
      <Scenarios view={view} />
    </>
  );
}

/** The verdict, and on what. */
function Line({ view }: Pick<WholeProps, 'view'>) {
  const { label, level, clause, subject, role, areaTitle, waiver, observations } = view;
  return (
    <p class="line">
      <LabelMark label={label} /> {waiver !== undefined && <span class="verdict">{t('inspect.waived')}</span>}{' '}
      <span class="soft">
        <ShownShort
          text={[
            t(`inspect.levels.${level}`),
            t('inspect.clauseOf', { clause }),
            t(`inspect.subjects.${subject}`),
            role,
            areaTitle,
            t('inspect.seenTimes', { count: observations }),
          ].join(' · ')}
        />
      </span>
    </p>
  );
}

/** A known failure can be accepted with an expiry date; that of a self-test cannot. */
function Exception({ view: { id, label, rerun, waiver } }: Pick<WholeProps, 'view'>) {
  if (label !== 'failed' || waiver !== undefined || rerun?.selfTest === true) return null;
  return (
    <p>
      {t('inspect.acceptable')}{' '}
      <a href={linkTo('history', 'exceptions', id)}>{t('history.exceptions.add')}</a>
    </p>
  );
}
