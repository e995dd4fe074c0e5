import type { ReportRow } from '../api';
import { ChangesView } from './changes';
import { PackCheck } from './pack-check';
import { momentOf, placeOfReport } from './outcome';
import { Trouble, useAnswer } from './parts';
import { OneReport } from './report';
import { SignOff } from './sign-off';

/** Earlier reports: `#/reports`, and of one of them `#/reports/RUN`, behind it an id, `changes` or `sign-off`. */
export function ReportsView() {
  const [, , run = '', what, since] = location.hash.split('/');
  if (run === '') return <List />;
  if (what === 'changes') return <ChangesView key={run} run={run} since={since} />;
  if (what === 'sign-off') return <SignOff key={run} run={run} />;
  return <OneReport key={run} run={run} at={what} />;
}

function List() {
  const { answer, trouble } = useAnswer<readonly ReportRow[]>('/api/reports');
  return (
    <>
      <h1>Reports</h1>
      <Trouble of={trouble} />
      {answer?.length === 0 && (
        <p>No reports yet. Each run writes one, and so does traffic that you have judged.</p>
      )}
      {answer && answer.length > 0 && (
        <ul class="plain reports">
          {answer.map((row) => (
            <li key={row.run}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      <PackCheck />
    </>
  );
}

const traffic: Readonly<Record<string, string>> = {
  audit: 'Recorded traffic.',
  rejudge: 'A recording, judged again.',
  proxy: 'Through the proxy.',
  mock: 'What reached the mock.',
};

function Row({ row }: { readonly row: ReportRow }) {
  if ('trouble' in row)
    return (
      <>
        <strong>{row.run}</strong>
        <Trouble of={row.trouble} />
      </>
    );
  const { run, product, target, selfTest, partial, profile, headlines, decision, hasReport } = row;
  return (
    <>
      <p>
        {hasReport ? <a href={placeOfReport(run)}>{momentOf(row)}</a> : <span>{momentOf(row)}</span>}{' '}
        <strong translate={false}>{product === '' ? target : product}</strong>{' '}
        <span class="soft">
          {traffic[profile]} {selfTest && 'Self-test.'} {partial && 'Partial.'}{' '}
          {!hasReport && 'It has no page to show.'}
        </span>
      </p>
      <ul class="plain">
        {headlines.map(({ subject, verdict, text }) => (
          <li key={subject} class={`outcome ${verdict}`}>
            <span class="headline">{subject}</span> {text}
          </li>
        ))}
      </ul>
      {decision !== undefined && <p translate={false}>{decision}.</p>}
    </>
  );
}
