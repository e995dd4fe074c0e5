import { VerdictMark } from '../../report/parts/text';
import type { ReportChanges, ReportRow } from '../api';
import { endTimeText, placeOfReport } from './outcome';
import { LabelledField, Notice, Trouble, useAnswer } from './parts';

interface Props {
  readonly run: string;
  readonly since: string | undefined;
}

export function ChangesView({ run, since }: Props) {
  const { answer: rows = [], trouble } = useAnswer<readonly ReportRow[]>('/api/reports');
  const others = rows.filter((row): row is Listed => 'at' in row && row.run !== run);
  const chosen = since ?? earlierThan(run, rows)?.run;
  return (
    <>
      <h1>What changed</h1>
      <p>
        <a href={placeOfReport(run)}>Back to the report</a>
      </p>
      <Trouble of={trouble} />
      {others.length > 0 ? (
        <LabelledField
          label="Since"
          hint="The nearest earlier one is chosen for you, of the same target where there is one."
        >
          <select
            value={chosen}
            onChange={({ currentTarget: { value } }) => {
              location.hash = placeOfReport(run, `changes/${value}`);
            }}
          >
            {others.map((row) => (
              <option key={row.run} value={row.run}>
                {endTimeText(row)} {row.product === '' ? row.target : row.product}
              </option>
            ))}
          </select>
        </LabelledField>
      ) : (
        <p>There is no other report.</p>
      )}
      {chosen !== undefined && <Compared run={run} since={chosen} />}
    </>
  );
}

type Listed = Extract<ReportRow, { at: string }>;

/**
 * Returns the nearest earlier report, preferably one of this report's target with the same scope (narrowed or
 * whole). `rows` must be sorted from newest to oldest.
 */
function earlierThan(run: string, rows: readonly ReportRow[]): Listed | undefined {
  const listed = rows.filter((row): row is Listed => 'at' in row);
  const at = listed.findIndex((row) => row.run === run);
  const own = listed[at];
  const earlier = listed.slice(at + 1);
  return (
    earlier.find(({ target, narrowed }) => target === own?.target && narrowed === own.narrowed) ?? earlier[0]
  );
}

function Compared({ run, since }: { readonly run: string; readonly since: string }) {
  const path = `/api/reports/${encodeURIComponent(run)}/changes?since=${encodeURIComponent(since)}`;
  const { answer, trouble } = useAnswer<ReportChanges>(path);
  if (answer === undefined) return trouble === undefined ? <p role="status">…</p> : <Trouble of={trouble} />;
  const { isRegression, groups, clients, answers, compared } = answer;
  return (
    <>
      <Notice kind={isRegression ? 'bad' : 'good'}>
        {isRegression ? regressionText(answer) : 'No regression: nothing became worse.'}
      </Notice>
      <Sides of={answer} />
      {groups.map((group) => (
        <Group key={group.kind} group={group} run={run} />
      ))}
      {clients.groups.map((group) => (
        <Clients key={group.title} group={group} />
      ))}
      {answers.length > 0 && <h2>Answers that differ</h2>}
      {answers.map((lines) => (
        <Lines key={lines.join()} lines={lines} />
      ))}
      <Lines lines={compared} />
    </>
  );
}

/**
 * Returns the headline for a regression. An obligation that could not be judged this time may still be
 * fulfilled, so it does not count as worse.
 */
function regressionText({ faults, groups, clients }: ReportChanges): string {
  const isWorse = groups.some(
    ({ kind, changes }) =>
      (kind === 'worse' || kind === 'unsettled') && changes.some(({ settled }) => settled === undefined),
  );
  return isWorse || clients.areWorse || faults.length > 0
    ? 'A regression: something became worse.'
    : 'A regression: something could not be judged this time.';
}

function Sides({ of: { old, now, unlike, system, suite, faults } }: { readonly of: ReportChanges }) {
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['Earlier', [old]],
    ['Later', [now]],
    ['Different scope', unlike],
    ['Who was judged', system],
    ['Who judged', suite],
    ['Faults of the suite', faults],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, lines]) => lines.length > 0)
        .map(([term, lines]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd translate={false}>{lines.join('; ')}</dd>
          </div>
        ))}
    </dl>
  );
}

const titles: Readonly<Record<ReportChanges['groups'][number]['kind'], string>> = {
  worse: 'Worse',
  unsettled: 'Failed before, and no longer settled by an exception or a profile',
  'newly-settled': 'Failed before, and newly settled by an exception or a profile',
  unjudged: 'Could not be judged this time',
  better: 'Better',
  other: 'Changed otherwise',
};

interface GroupProps {
  readonly group: ReportChanges['groups'][number];
  /** Run id of the later report */
  readonly run: string;
}

function Group({ group: { kind, changes }, run }: GroupProps) {
  return (
    <>
      <h2>{titles[kind]}</h2>
      <ul class="plain">
        {changes.map(({ id, title, from, to, reason, settled }) => (
          <li key={id}>
            <a href={placeOfReport(run, id)}>{id}</a>{' '}
            {from === undefined ? 'new' : <VerdictMark verdict={from} />} → <VerdictMark verdict={to} />{' '}
            {title}
            {settled !== undefined && <span class="soft"> Settled: {settled}.</span>}
            {reason !== undefined && (
              <div class="soft" translate={false}>
                {reason}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lists the clients with the worst changes, and collapses the other clients. */
function Clients({
  group: { title, shown, folded },
}: {
  readonly group: ReportChanges['clients']['groups'][number];
}) {
  return (
    <>
      <h2>{title}</h2>
      <Lines lines={shown} />
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more</summary>
          <Lines lines={folded} />
        </details>
      )}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="plain" translate={false}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
