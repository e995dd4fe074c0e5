import type { JSX } from 'preact';
import { formatCount } from '../../contract/format-count';
import { statementOn } from '../../contract/readings/statement-on';
import type { Evidence } from '../../exchange/evidence';
import type { ObligationGroup, OpenGroup } from '../model/open';
import type { Report } from '../model/report';
import { whyNoExchange } from '../no-exchange';
import { unjudgedLines } from '../unjudged-text';
import { afterRefusalsNote, glossary, keptNote, verdictLimitLines, trafficCounts } from '../wording';
import { ExchangeView } from './exchange';
import type { SectionName } from './section-names';
import { sectionNames } from './section-names';
import type { PartContext } from './text';
import { ObligationLinks, TextWithLinks, VerdictMark } from './text';
import { TheRun } from './the-run';

interface ReportProps {
  readonly report: Report;
}

interface SectionProps extends ReportProps {
  readonly around: PartContext;
}

/** What stands behind the first page. */
export function sectionsOf(
  { report, around }: SectionProps,
  obligations: JSX.Element,
  exchanges: readonly Evidence[],
): (SectionName & { readonly body: JSX.Element })[] {
  const { run } = report;
  const bodies: Readonly<Record<SectionName['id'], JSX.Element>> = {
    run: <TheRun report={report} around={around} />,
    obligations,
    'not-tested': <NotTestedWhole report={report} around={around} />,
    readings: <Readings report={report} />,
    limits: <List lines={verdictLimitLines(run)} />,
    'after-refusals': <AfterRefusals report={report} around={around} />,
    diagnosis: <Diagnosis report={report} />,
    sources: <Sources files={run.traffic?.files ?? []} />,
    glossary: <Glossary />,
    exchanges: <Exchanges report={report} exchanges={exchanges} />,
  };
  return sectionNames(report).map((section) => ({ ...section, body: bodies[section.id] }));
}

function List({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="links">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}

function Readings({ report: { readings } }: ReportProps) {
  return (
    <>
      <p>
        If the source document is silent, the suite has to choose. These are the choices that this run used,
        and where each comes from.
      </p>
      <div class="wide" tabIndex={0} role="group" aria-label="Table of readings">
        <table class="stacks">
          <thead>
            <tr>
              <th scope="col">Reading</th>
              <th scope="col">Clause</th>
              <th scope="col">The document</th>
              <th scope="col">Chosen</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ id, clause, chosen, source, by, mark: _mark, ...said }) => (
              <tr>
                <th scope="row">
                  <code>{id}</code>
                </th>
                <td data-name="Clause">{clause}</td>
                <td data-name="The document">{statementOn(said)}</td>
                <td data-name="Chosen">
                  <code>{chosenText(chosen)}</code>
                </td>
                <td data-name="By">{source === 'default' ? by : <strong>{by}</strong>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** With spaces, so that a line may end between two members. */
function chosenText(chosen: unknown): string {
  return typeof chosen === 'string' ? chosen : JSON.stringify(chosen ?? null, null, 1).replace(/\n */g, ' ');
}

/** Each reason whole, with what to do about it and all that it holds for. */
function NotTestedWhole({ report: { open, notApplicable, leftOut }, around }: SectionProps) {
  const groups: readonly (ObligationGroup & Partial<OpenGroup>)[] = [...open, ...leftOut, ...notApplicable];
  if (groups.length === 0) return <p>Every obligation was tested or declared.</p>;
  return (
    <dl class="reasons">
      {groups.map(({ verdict, reason, details, rows, advice }) => (
        <div>
          <dt>
            <VerdictMark verdict={verdict} /> {advice === undefined ? reason : `${reason} → ${advice}`}
          </dt>
          <dd>
            {details.length > 0 && <pre class="details">{details.join('\n')}</pre>}
            <ObligationLinks ids={rows.map(({ id }) => id)} around={around} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AfterRefusals({ report: { afterRefusals }, around }: SectionProps) {
  return (
    <>
      <p>{afterRefusalsNote}</p>
      <ul class="links">
        {afterRefusals.map(({ text, isFalse }) => (
          <li class={isFalse ? 'false' : undefined}>
            <TextWithLinks text={text} around={around} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Diagnosis({ report: { run } }: ReportProps) {
  return (
    <ul class="links">
      {run.diagnosis.map(({ name, state, detail }) => (
        <li>
          {name}: <strong>{state === 'good' ? 'yes' : state === 'bad' ? 'no' : 'unknown'}</strong>, {detail}
        </li>
      ))}
    </ul>
  );
}

function Sources({ files }: { readonly files: NonNullable<Report['run']['traffic']>['files'] }) {
  return (
    <ul class="links">
      {files.map(({ name, cut, ...counts }) => {
        const why = whyNoExchange({ ...counts, cut });
        return (
          <li>
            <code>{name}</code> ({counts.form}): {trafficCounts(counts)}
            {cut === undefined ? '' : `; not read to its end: ${cut}`}
            {why === undefined ? '' : ` (${why})`}
            {unjudgedLines(counts).map((line) => `; ${line}`)}
          </li>
        );
      })}
    </ul>
  );
}

function Glossary() {
  return (
    <dl class="glossary">
      {glossary.map(([word, meaning]) => (
        <div>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every exchange that something in the report refers to, once. */
function Exchanges({ report, exchanges }: ReportProps & { readonly exchanges: readonly Evidence[] }) {
  return (
    <>
      <p>
        {exchanges.length} of {formatCount(report.exchanges, 'exchange')} are shown as evidence on the screen;
        all of them are in recording.jsonl, one a line. {keptNote}
      </p>
      {exchanges.map((exchange) => (
        <ExchangeView
          exchange={exchange}
          telling={[]}
          foundIn={report.origins.get(exchange.seq)?.text}
          id={`exchange-${exchange.seq}`}
        />
      ))}
    </>
  );
}
