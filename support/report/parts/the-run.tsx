import type { JSX } from 'preact';
import { earlierReportText, warningLines } from '../model/about';
import type { Report } from '../model/report';
import { planText } from '../model/subjects';
import { headings, requirementColumns, requirementRows, verdictMeanings } from '../wording';
import type { PartContext } from './text';
import { VerdictMark } from './text';

interface ReportProps {
  readonly report: Report;
}

interface RunProps extends ReportProps {
  readonly around: PartContext;
}

/** Renders the counts by verdict, the changes, the approved exceptions, the warnings, and facts about the run. */
export function TheRun({ report, around }: RunProps): JSX.Element {
  return (
    <>
      <Counts report={report} />
      <Changes report={report} around={around} />
      <Settlements report={report} around={around} />
      <Warnings report={report} />
      <Identity report={report} />
    </>
  );
}

function Counts({ report: { run, counts, planned, notPlanned, requirements } }: ReportProps) {
  return (
    <>
      <h3>Counts</h3>
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            {run.subjects.map((subject) => (
              <th scope="col" class="number">
                {subject}
              </th>
            ))}
            <th scope="col" class="meaning">
              Meaning
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ verdict }) => (
            <tr>
              <th scope="row">
                <VerdictMark verdict={verdict} small={false} />
              </th>
              {run.subjects.map((subject) => (
                <td class="number">
                  {planned.filter((row) => row.verdict === verdict && row.subject === subject).length}
                </td>
              ))}
              <td class="meaning">{verdictMeanings[verdict]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="more">{planText(planned.length, planned.length + notPlanned.length)}.</p>
      <Requirements requirements={requirements} />
    </>
  );
}

/** Renders the requirements by level, with the sum of each row and column. */
function Requirements({ requirements }: Pick<Report, 'requirements'>) {
  return (
    <table class="requirements">
      <thead>
        <tr>
          <th scope="col">Level</th>
          {requirementColumns.map(({ title }) => (
            <th scope="col" class="number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requirementRows(requirements).map(({ title, counts }) => (
          <tr>
            <th scope="row">{title}</th>
            {counts.map((count) => (
              <td class="number">{count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ report: { run }, around }: RunProps) {
  const { changes } = run;
  return (
    <>
      <h3>Since the last report</h3>
      {changes === undefined ? (
        <p>There was no earlier report on this target beside this one, or none that can be read.</p>
      ) : (
        <>
          <p>
            Compared with {earlierReportText(changes)}:{' '}
            {changes.obligations.length === 0 ? 'no verdict changed.' : ''}
          </p>
          <ul class="links">
            {changes.obligations.map(({ id, from, to }) => (
              <li>
                <a href={around.href.obligation(id)}>{id}</a> was <VerdictMark verdict={from} />, is{' '}
                <VerdictMark verdict={to} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Settlements({ report: { settlements }, around }: RunProps) {
  const { heading, note, lines } = settlements;
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      <p>{note}</p>
      <ul class="links">
        {lines.map(({ obligation, state, text, advice }) => (
          <li>
            <a href={around.href.obligation(obligation)}>{obligation}</a>: {state}, {text}
            {advice === '' ? '.' : `; ${advice}.`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Warnings({ report }: ReportProps) {
  const lines = warningLines(report);
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{headings.warnings}</h3>
      <ul class="links">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Identity({ report: { facts } }: ReportProps) {
  return (
    <>
      <h3>Product, run and digests</h3>
      <dl class="identity">
        {facts.map(({ term, value, exact }) => (
          <div>
            <dt>{term}</dt>
            <dd>
              {value === undefined ? (
                <span class="unstated">not stated</span>
              ) : exact ? (
                <code>{value}</code>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
