import type { JSX } from 'preact';
import { sinceText } from '../model/about';
import type { Report } from '../model/report';
import { planText } from '../model/subjects';
import { exceptionsNote, headings, verdictMeanings } from '../wording';
import { Prevents } from './prevents';
import { Decision } from './decision';
import type { Around } from '../parts/text';

interface FirstScreenProps {
  readonly report: Report;
  readonly around: Around;
}

/** All that a reviewer asks first: who, against what, with what outcome, and why not. */
export function FirstScreen({ report, around }: FirstScreenProps): JSX.Element {
  const { name, caveats, headlines, run } = report;
  const notes = [...caveats, ...run.faults.map((fault) => `The suite itself failed: ${fault}`)];
  return (
    <header>
      <h1>
        Conformance report: <bdi>{shorten(name)}</bdi>
      </h1>
      {notes.map((caveat) => (
        <p class="caveat" role="note">
          {caveat}
        </p>
      ))}
      <div class="outcomes">
        {headlines.map(({ subject, verdict, sentence, basis }) => (
          <section class={`outcome ${verdict}`} aria-label={`Verdict on the ${subject}`}>
            <p class="headline">{sentence}</p>
            <p>{basis}</p>
          </section>
        ))}
        <Decision report={report} />
      </div>
      <Identity report={report} />
      <div class="columns">
        <Prevents report={report} around={around} />
        <Counts report={report} />
      </div>
      <Changes report={report} around={around} />
      <Waivers report={report} around={around} />
      <Warnings report={report} />
    </header>
  );
}

/** However long a name is, caveats and verdicts stand on the first screen; the table below has it whole. */
function shorten(name: string): string {
  return /^.{100}(?=.)/su.exec(name)?.[0].concat('…') ?? name;
}

function Identity({ report: { facts } }: { readonly report: Report }) {
  return (
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
  );
}

function Counts({ report: { run, counts, planned, notPlanned } }: { readonly report: Report }) {
  return (
    <section>
      <h2>Counts</h2>
      <table>
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
                <span class={`verdict ${verdict}`}>{verdict}</span>
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
    </section>
  );
}

function Changes({ report: { run }, around }: FirstScreenProps) {
  const { changes } = run;
  return (
    <section>
      <h2>Since the last report</h2>
      {changes === undefined ? (
        <p>There was no earlier report on this target beside this one, or none that can be read.</p>
      ) : (
        <>
          <p>
            Compared with {sinceText(changes)}:{' '}
            {changes.obligations.length === 0 ? 'no verdict changed.' : ''}
          </p>
          <ul class="links">
            {changes.obligations.map(({ id, from, to }) => (
              <li>
                <a href={around.href.obligation(id)}>{id}</a> was{' '}
                <span class={`verdict small ${from}`}>{from}</span>, is{' '}
                <span class={`verdict small ${to}`}>{to}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Waivers({ report: { waivers }, around }: FirstScreenProps) {
  if (waivers.length === 0) return null;
  return (
    <section>
      <h2>{headings.exceptions}</h2>
      <p>{exceptionsNote}</p>
      <ul class="links">
        {waivers.map(({ obligation, state, text, advice }) => (
          <li>
            <a href={around.href.obligation(obligation)}>{obligation}</a>: {state}, {text}
            {advice === '' ? '.' : `; ${advice}.`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warnings({ report: { run, warnings } }: { readonly report: Report }) {
  const bad = run.diagnosis.filter(({ state }) => state === 'bad');
  const lines = [...warnings, ...bad.map(({ name, detail }) => `${name}: no. ${detail}`)];
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{headings.warnings}</h2>
      <ul class="links">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  );
}
