import type { JSX } from 'preact';
import { groupRowsByArea } from '../areas';
import { createCounterpartFinder } from '../model/beside';
import { firstPage } from '../model/first-page';
import type { Report, ReportWithEvidence } from '../model/report';
import { formatToSecond } from '../model/words';
import { formatCount } from '../../contract/format-count';
import { ClientsTable } from '../parts/clients';
import { Declared, FirstFailures, NotTested, Outcome } from '../parts/first-page';
import { ObligationRow } from '../parts/obligation';
import { sectionText } from '../parts/section-names';
import { sectionsOf } from '../parts/sections';
import type { PartContext } from '../parts/text';
import { renderPart } from '../parts/text';
import { pageScript, cspHashOf } from './page-script';
import { styleOf } from './print';

/**
 * The compliance report: one HTML file that asks for nothing from outside and reads without script. What script there
 * is searches and filters; a policy in the page itself allows no other, and no request.
 */
export function renderCompliance(about: ReportWithEvidence): string {
  const style = styleOf(about.report);
  const policy = [
    "default-src 'none'",
    `style-src ${cspHashOf(style)}`,
    `script-src ${cspHashOf(pageScript)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>\n${renderPart(<Page about={about} policy={policy} style={style} />)}\n`;
}

interface PageProps {
  readonly about: ReportWithEvidence;
  readonly policy: string;
  readonly style: string;
}

/** Everything stands in the one file. */
const aroundOf = (about: ReportWithEvidence): PartContext => ({
  exchange: (seq) => about.evidence.get(seq),
  origins: about.report.origins,
  besides: createCounterpartFinder(about),
  href: { obligation: (id) => `#${id}`, exchange: (seq) => `#exchange-${seq}` },
});

function Page({ about, policy, style }: PageProps): JSX.Element {
  const { report } = about;
  const { suite, run } = report;
  const around = aroundOf(about);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`Conformance report: ${report.name}`}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#obligations">
          Skip to the obligations
        </a>
        <FirstPage report={report} around={around} />
        <Behind about={about} around={around} />
        <footer>
          <p>
            {`${suite.name} ${suite.version}, run ${run.id}, ${formatToSecond(run.finishedAt)}. Rendered from results.json and recording.jsonl; nothing else was asked.`}
          </p>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: pageScript }} />
      </body>
    </html>
  );
}

interface ReportProps {
  readonly report: Report;
  readonly around: PartContext;
}

/** What a reviewer asks first; a sheet of its own on paper. */
function FirstPage({ report, around }: ReportProps) {
  const page = firstPage(report);
  return (
    <header>
      <h1>
        Conformance report: <bdi>{page.name}</bdi>
      </h1>
      <Outcome page={page} report={report} />
      <FirstFailures page={page} report={report} around={around} />
      <ClientsTable clients={report.clients} around={around} />
      <Declared page={page} report={report} around={around} />
      <NotTested page={page} report={report} around={around} />
    </header>
  );
}

/** All else, in numbered sections. */
function Behind({
  about: { report, evidence },
  around,
}: {
  readonly about: ReportWithEvidence;
  readonly around: PartContext;
}) {
  const exchanges = [...evidence.values()].sort((one, other) => one.seq - other.seq);
  const obligations = <Obligations report={report} around={around} />;
  const sections = sectionsOf({ report, around }, obligations, exchanges);
  return (
    <main>
      <nav class="contents" aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title, body }, index) => (
        <section id={id}>
          <h2>{`${index + 1} ${title}`}</h2>
          {body}
        </section>
      ))}
    </main>
  );
}

function Obligations({ report, around }: ReportProps) {
  return (
    <>
      <Filter report={report} />
      <p class="paper">
        On paper, what passed or does not apply is one line each. For why it does not apply, see{' '}
        {sectionText('not-tested', report)}. Quotes, rules, exchanges and cycles are in compliance.html.
      </p>
      {groupRowsByArea(report.planned).map(({ name, title, rows }) => (
        <section class="area" id={`area-${name}`} aria-labelledby={`title-${name}`}>
          <h3 id={`title-${name}`}>{title}</h3>
          {rows.map((row) => (
            <ObligationRow row={row} around={around} />
          ))}
        </section>
      ))}
      <NotPlanned report={report} around={around} />
    </>
  );
}

/** What the run was not to cover: closed, since the report says nothing about it. */
function NotPlanned({ report: { notPlanned }, around }: ReportProps) {
  if (notPlanned.length === 0) return null;
  return (
    <details class="unplanned" id="not-in-plan">
      <summary>{formatCount(notPlanned.length, 'obligation')} not in the plan of this run</summary>
      {notPlanned.map((row) => (
        <ObligationRow row={row} around={around} />
      ))}
    </details>
  );
}

/** Hidden until script shows it: without, it could do nothing. */
function Filter({ report: { run, counts, notPlanned } }: { readonly report: Report }) {
  return (
    <search class="filter" id="filter" hidden>
      <label class="field">
        Search <input type="search" id="search" placeholder="id, clause, words" />
      </label>
      {run.subjects.length > 1 && (
        <label class="field">
          Subject{' '}
          <select id="subject">
            <option value="">both</option>
            <option value="integrator">integrator</option>
            <option value="service">service</option>
          </select>
        </label>
      )}
      <fieldset>
        <legend>Verdicts</legend>
        {counts.map(({ verdict }) => (
          <Choice value={verdict} label={verdict} checked />
        ))}
        {notPlanned.length > 0 && <Choice value="unplanned" label="not in the plan" checked={false} />}
      </fieldset>
      <p class="tools">
        <button type="button" id="only-open">
          Only what needs attention
        </button>{' '}
        <button type="button" id="everything">
          Everything
        </button>{' '}
        <span id="shown" role="status" />
      </p>
    </search>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly label: string;
  readonly checked: boolean;
}

function Choice({ value, label, checked }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="checkbox" name="verdict" value={value} checked={checked} />{' '}
      <span class={`verdict small ${value}`}>{label}</span>
    </label>
  );
}
