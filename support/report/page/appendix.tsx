import type { JSX } from 'preact';
import { groupsOf } from '../model/open';
import type { Report, Shown } from '../model/report';
import { counted } from '../../contract/counted';
import { whyNoExchange } from '../no-exchange';
import { glossary, headings, trafficCounts } from '../wording';
import { ClientsTable } from '../parts/clients';
import { ExchangeView } from '../parts/exchange';
import type { Around } from '../parts/text';
import { Ids } from '../parts/text';
import { AfterRefusals, Limits } from './limits';

/** What the run relied on, what it left out, and what the words mean. */
export function Appendix({ about, around }: { readonly about: Shown; readonly around: Around }): JSX.Element {
  const { report } = about;
  return (
    <>
      <Readings report={report} />
      <Declarations report={report} around={around} />
      <NotTested report={report} around={around} />
      <Limits report={report} />
      <AfterRefusals report={report} around={around} />
      <Diagnosis report={report} />
      <Sources report={report} />
      <ClientsTable clients={report.clients} around={around} />
      <Glossary />
      <Exchanges about={about} />
    </>
  );
}

interface AroundProps {
  readonly report: Report;
  readonly around: Around;
}

function Readings({ report: { readings } }: { readonly report: Report }) {
  return (
    <section id="readings">
      <h2>{headings.readings}</h2>
      <p>
        Where the source document is silent, the suite has to choose. These are the choices that this run
        used, and where each comes from.
      </p>
      <div class="wide" tabIndex={0} role="group" aria-label="Table of readings">
        <table>
          <thead>
            <tr>
              <th scope="col">Reading</th>
              <th scope="col">Clause</th>
              <th scope="col">The document is silent on</th>
              <th scope="col">Chosen</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ id, clause, silent, chosen, source }) => (
              <tr>
                <th scope="row">
                  <code>{id}</code>
                </th>
                <td>{clause}</td>
                <td>{silent}</td>
                <td>
                  <code>{typeof chosen === 'string' ? chosen : JSON.stringify(chosen)}</code>
                </td>
                <td>{source === 'target' ? <strong>the target</strong> : 'default'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Declarations({ report: { planned }, around }: AroundProps) {
  const declared = planned.filter(({ declaredBy }) => declaredBy !== undefined);
  return (
    <section id="declarations">
      <h2>Declarations</h2>
      {declared.length === 0 ? (
        <p>Nothing was declared.</p>
      ) : (
        <ul class="links">
          {declared.map(({ id, name, declaredBy }) => (
            <li>
              <a href={around.href.obligation(id)}>{name}</a>: {declaredBy}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NotTested({ report: { open, notApplicable, notPlanned }, around }: AroundProps) {
  const groups = [...open, ...notApplicable, ...groupsOf(notPlanned)];
  return (
    <section id="not-tested">
      <h2>What was not tested, and why</h2>
      {groups.length === 0 && <p>Every obligation was exercised or declared.</p>}
      <dl class="reasons">
        {groups.map(({ verdict, reason, rows }) => (
          <div>
            <dt>
              <span class={`verdict small ${verdict.replaceAll(' ', '-')}`}>{verdict}</span> {reason}
            </dt>
            <dd>
              <Ids ids={rows.map(({ id }) => id)} around={around} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Diagnosis({ report: { run } }: { readonly report: Report }) {
  if (run.diagnosis.length === 0) return null;
  return (
    <section id="diagnosis">
      <h2>How the services were found</h2>
      <ul class="links">
        {run.diagnosis.map(({ name, state, detail }) => (
          <li>
            {name}: <strong>{state === 'good' ? 'yes' : state === 'bad' ? 'no' : 'unknown'}</strong>, {detail}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sources({ report: { run } }: { readonly report: Report }) {
  if (run.traffic === undefined) return null;
  return (
    <section id="sources">
      <h2>Where the traffic came from</h2>
      <ul class="links">
        {run.traffic.files.map(({ name, cut, ...counts }) => (
          <li>
            <code>{name}</code> ({counts.form}): {trafficCounts(counts)}
            {cut === undefined ? '' : `; not read to its end: ${cut}`}
            <WhyNoExchange {...counts} cut={cut} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WhyNoExchange(file: Parameters<typeof whyNoExchange>[0]) {
  const why = whyNoExchange(file);
  return why === undefined ? null : <> ({why})</>;
}

function Glossary() {
  return (
    <section id="glossary">
      <h2>Glossary</h2>
      <dl class="glossary">
        {glossary.map(([word, meaning]) => (
          <div>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every exchange that something in the report refers to, once. */
function Exchanges({ about: { evidence, report } }: { readonly about: Shown }) {
  const exchanges = [...evidence.values()].sort((one, other) => one.seq - other.seq);
  return (
    <section id="exchanges">
      <h2>Exchanges</h2>
      <p>
        {exchanges.length} of {counted(report.exchanges, 'exchange')} are shown as evidence; all of them are
        in recording.jsonl, one a line. Secrets were replaced when they were recorded.
      </p>
      {exchanges.map((exchange) => (
        <ExchangeView exchange={exchange} telling={[]} id={`exchange-${exchange.seq}`} />
      ))}
    </section>
  );
}
