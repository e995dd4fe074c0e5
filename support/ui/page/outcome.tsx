import { VerdictMark } from '../../report/parts/text';
import type { Review, TrafficOutcome } from '../api';
import { Notice } from './parts';

/**
 * Returns the URL fragment of a report. `more` selects an obligation by its id, or a view such as `sign-off`.
 */
export const placeOfReport = (run: string, more?: string): string =>
  `#/reports/${run}${more === undefined ? '' : `/${more}`}`;

/** Formats the end time of a run in the user's time zone. */
export const endTimeText = ({ at }: { readonly at: string }): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function Headlines({ of }: { readonly of: Review['headlines'] }) {
  return (
    <div class="outcomes">
      {of.map(({ subject, verdict, sentence, basis }) => (
        <div key={subject} class={`outcome ${verdict}`}>
          <p class="headline">{sentence}</p>
          <p>{basis}</p>
        </div>
      ))}
    </div>
  );
}

export function Counts({ of }: { readonly of: TrafficOutcome['counts'] }) {
  return of.map(({ verdict, count }) => (
    <span key={verdict}>
      <VerdictMark verdict={verdict} /> {count}
    </span>
  ));
}

export function TrafficOutcomeBox({ of }: { readonly of: TrafficOutcome }) {
  const { run, exchanges, headlines, counts, failed, missing } = of;
  return (
    <>
      <Headlines of={headlines} />
      <p class="row">
        <span>Exchanges judged: {exchanges}.</span>
        <Counts of={counts} />
      </p>
      {missing.map((each) => (
        <Notice key={each} kind="warn">
          {each}
        </Notice>
      ))}
      <ul class="plain">
        {failed.map(({ id, title }) => (
          <li key={id}>
            <a href={placeOfReport(run, id)}>{id}</a> {title}
          </li>
        ))}
      </ul>
      <p>
        <a href={placeOfReport(run)}>Open the report</a>
      </p>
    </>
  );
}
