import type { JSX } from 'preact';
import type { Results, WaiverRow } from '../../judging/results';
import { plannedCounts, plannedRows } from '../wording';
import { Obstacles } from './obstacles';
import { caveatsOf, outcomesOf, verdictWords } from './words';

/** All that a reviewer asks first: who, against what, with what outcome, and why not. */
export function FirstScreen({ results }: { readonly results: Results }): JSX.Element {
  return (
    <header>
      <h1>
        Conformance report: <bdi>{shorten(nameOf(results))}</bdi>
      </h1>
      {caveatsOf(results).map((caveat) => (
        <p class="caveat" role="note">
          {caveat}
        </p>
      ))}
      <div class="outcomes">
        {outcomesOf(results).map(({ subject, overall, headline, basis, scope }) => (
          <section class={`outcome ${overall}`} aria-label={`Verdict on the ${subject}`}>
            <p class="headline">{headline}</p>
            <p>{basis}</p>
            {scope !== '' && <p class="scope">{scope}</p>}
          </section>
        ))}
      </div>
      <Identity results={results} />
      <div class="columns">
        <Obstacles results={results} />
        <Counts results={results} />
      </div>
      <Changes results={results} />
      <Waivers results={results} />
      <Warnings results={results} />
    </header>
  );
}

/** What is certified, in few words. */
export function nameOf({ run: { product, target } }: Results): string {
  return product === null ? target.name : [product.name, product.version].filter(Boolean).join(' ');
}

/** However long a name is, caveats and verdicts stand on the first screen; the table below has it whole. */
function shorten(name: string): string {
  return /^.{100}(?=.)/su.exec(name)?.[0].concat('…') ?? name;
}

const notStated = <span class="unstated">not stated</span>;

function Identity({ results }: { readonly results: Results }) {
  const { run, suite } = results;
  const { product, target } = run;
  const seconds = Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000);
  const rows: readonly (readonly [term: string, value: JSX.Element | string])[] = [
    ['Product', product?.name ?? notStated],
    ['Version', product?.version ?? notStated],
    ['Build digest', product?.digest === undefined ? notStated : <code>{product.digest}</code>],
    ['Facility', run.facility ?? notStated],
    ['Operator', run.operator ?? notStated],
    ['Environment', run.environment],
    ['Against', <Against results={results} />],
    ['Target', target.file === null ? target.name : `${target.name} (${target.file})`],
    ['Roles', run.roles.length === 0 ? notStated : run.roles.join(', ')],
    [
      'Run',
      <span>{`${instant(run.startedAt)}, ${seconds} s, ${results.exchanges} exchanges, profile ${run.profile}`}</span>,
    ],
    ['Run id', <code>{run.id}</code>],
    ...(run.seed === null ? [] : [['Seed', String(run.seed)] as const]),
    ['Suite', <span>{`${suite.name} ${suite.version}`}</span>],
    ['Digest of the suite', <code>{suite.digest}</code>],
    [
      'Digest of the obligations',
      run.obligationsDigest === undefined ? notStated : <code>{run.obligationsDigest}</code>,
    ],
    ['Digest of the source document', <code>{run.sourceDigest}</code>],
  ];
  return (
    <dl class="identity">
      {rows.map(([term, value]) => (
        <div>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Against({ results: { run } }: { readonly results: Results }) {
  const { target, traffic, challenge } = run;
  if (challenge !== undefined) return <span>questions of the suite, answered offline</span>;
  const services = Object.entries(target.services);
  const addresses = services.map(([name, base]) => `${name} ${base}`).join(', ');
  if (traffic !== undefined)
    return <span>{`recorded traffic${addresses === '' ? '' : ` with ${addresses}`}`}</span>;
  const mock = 'the mock of the suite';
  // Whoever the target names, an integrator is certified against what the suite plays.
  if (target.embedded || !run.subjects.includes('service')) return <span>{mock}</span>;
  return <span>{run.subjects.length > 1 ? `${addresses}; the integrator against ${mock}` : addresses}</span>;
}

function Counts({ results }: { readonly results: Results }) {
  const { obligations, run } = results;
  const planned = plannedRows(results);
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
          {plannedCounts(results).map(([each]) => (
            <tr>
              <th scope="row">
                <span class={`verdict ${each}`}>{each}</span>
              </th>
              {run.subjects.map((subject) => (
                <td class="number">
                  {planned.filter((row) => row.verdict === each && row.subject === subject).length}
                </td>
              ))}
              <td class="meaning">{verdictWords[each]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="more">
        {planned.length} of {obligations.length} obligations are in the plan of this run.
      </p>
    </section>
  );
}

function Changes({ results: { run } }: { readonly results: Results }) {
  const { changes } = run;
  return (
    <section>
      <h2>Since the last report</h2>
      {changes === undefined ? (
        <p>There was no earlier report on this target beside this one, or none that can be read.</p>
      ) : (
        <>
          <p>
            Compared with the run of {instant(changes.since.finishedAt)}
            {changes.since.version === undefined ? '' : ` on version ${changes.since.version}`}:{' '}
            {changes.obligations.length === 0 ? 'no verdict changed.' : ''}
          </p>
          <ul class="links">
            {changes.obligations.map(({ id, from, to }) => (
              <li>
                <a href={`#${id}`}>{id}</a> was <span class={`verdict small ${from}`}>{from}</span>, is{' '}
                <span class={`verdict small ${to}`}>{to}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const waiverNotes: Readonly<Record<WaiverRow['state'], string>> = {
  used: '',
  unused: ': it did not happen, which fails the run until the waiver is taken out',
  expired: ': expired, which fails the run until the waiver is taken out or approved anew',
};

function Waivers({ results: { run } }: { readonly results: Results }) {
  const { waivers = [] } = run;
  if (waivers.length === 0) return null;
  return (
    <section>
      <h2>Waivers</h2>
      <p>Failures that somebody answers for until a date. They change no verdict.</p>
      <ul class="links">
        {waivers.map(({ obligation, reason, approver, expires, state }) => (
          <li>
            <a href={`#${obligation}`}>{obligation}</a>: {reason}. Approved by {approver} until {expires}
            {waiverNotes[state]}.
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warnings({ results: { run } }: { readonly results: Results }) {
  const bad = run.diagnosis.filter(({ state }) => state === 'bad');
  const lines = [...(run.warnings ?? []), ...bad.map(({ name, detail }) => `${name}: no. ${detail}`)];
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>Warnings</h2>
      <ul class="links">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** `2026-11-21 08:55:54 UTC` */
export function instant(text: string): string {
  return text.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
