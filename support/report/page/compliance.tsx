import type { JSX } from 'preact';
import { byArea } from '../areas';
import { besidesIn } from '../model/beside';
import type { Report, Shown } from '../model/report';
import { secondOf } from '../model/words';
import { counted } from '../../contract/counted';
import { Appendix } from './appendix';
import { behaviour } from './behaviour';
import { FirstScreen } from './first-screen';
import { ObligationRow } from '../parts/obligation';
import type { Around } from '../parts/text';
import { renderPart } from '../parts/text';
import { policyHashOf } from './policy-hash';
import { styleOf } from './print';

/**
 * The compliance report: one HTML file that asks for nothing from outside and reads without script. What script there
 * is searches and filters; a policy in the page itself allows no other, and no request.
 */
export function renderCompliance(about: Shown): string {
  const style = styleOf(about.report);
  const policy = [
    "default-src 'none'",
    `style-src ${policyHashOf(style)}`,
    `script-src ${policyHashOf(behaviour)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>\n${renderPart(<Page about={about} policy={policy} style={style} />)}\n`;
}

interface PageProps {
  readonly about: Shown;
  readonly policy: string;
  readonly style: string;
}

/** Everything stands in the one file. */
const aroundOf = (about: Shown): Around => ({
  exchange: (seq) => about.evidence.get(seq),
  besides: besidesIn(about),
  href: { obligation: (id) => `#${id}`, exchange: (seq) => `#exchange-${seq}` },
});

function Page({ about, policy, style }: PageProps): JSX.Element {
  const { report } = about;
  const { suite, run, planned } = report;
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
        <FirstScreen report={report} around={around} />
        <main>
          <section id="obligations">
            <h2>Obligations</h2>
            <Filter report={report} />
            {byArea(planned).map(({ name, title, rows }) => (
              <section class="area" id={`area-${name}`} aria-labelledby={`title-${name}`}>
                <h3 id={`title-${name}`}>{title}</h3>
                {rows.map((row) => (
                  <ObligationRow row={row} around={around} />
                ))}
              </section>
            ))}
            <NotPlanned report={report} around={around} />
          </section>
          <Appendix about={about} around={around} />
        </main>
        <footer>
          <p>
            {`${suite.name} ${suite.version}, run ${run.id}, ${secondOf(run.finishedAt)}. Rendered from results.json and recording.jsonl; nothing else was asked.`}
          </p>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: behaviour }} />
      </body>
    </html>
  );
}

/** What the run was not to cover: closed, since the report says nothing about it. */
function NotPlanned({
  report: { notPlanned },
  around,
}: {
  readonly report: Report;
  readonly around: Around;
}) {
  if (notPlanned.length === 0) return null;
  return (
    <details class="unplanned" id="not-in-plan">
      <summary>{counted(notPlanned.length, 'obligation')} not in the plan of this run</summary>
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
