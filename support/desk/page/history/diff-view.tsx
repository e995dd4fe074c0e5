import type { DiffAnswer } from '../../wire/history';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { useAnswer } from '../parts/use-answer';
import { VerdictMark } from '../parts/verdict';
import { linkTo } from '../route';
import { t } from '../strings';

/** What is different between two reports, as `conform diff` tells it. */
export function DiffView({ old, now }: { readonly old: string; readonly now: string }) {
  const path = `/api/history/diff/${encodeURIComponent(old)}/${encodeURIComponent(now)}`;
  const { answer, error } = useAnswer<DiffAnswer>(path);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  return (
    <>
      <h2>{t('history.diff.title')}</h2>
      <Notice kind={answer.isRegression ? 'bad' : 'good'}>{t(`history.diff.${toldAs(answer)}`)}</Notice>
      <Sides answer={answer} />
      {answer.groups.map((group) => (
        <Group key={group.kind} group={group} entry={now} />
      ))}
      {answer.answers.length > 0 && <h3>{t('history.diff.answers')}</h3>}
      {answer.answers.map(([first = '', ...lines]) => (
        <details key={first}>
          <summary translate={false}>{first}</summary>
          <Lines lines={lines} />
        </details>
      ))}
      {answer.slower.length > 0 && <h3>{t('history.diff.slower')}</h3>}
      <Lines lines={answer.slower} />
      <Lines lines={answer.closing} />
      <p>
        <a href={linkTo('history')}>{t('history.diff.back')}</a>
      </p>
    </>
  );
}

/** What was merely not judged this time may be as good as before. */
function toldAs({ isRegression, groups, faults }: DiffAnswer) {
  if (!isRegression) return 'noRegression';
  const isWorse =
    faults.length > 0 || groups.some(({ kind, changes }) => isBad.includes(kind) && changes.some(isOpen));
  return isWorse ? 'regression' : 'regressionUnjudged';
}

const isBad: readonly string[] = ['worse', 'unwaived'];
const isOpen = ({ waived }: { readonly waived?: true }): boolean => waived !== true;

const groupNames = {
  worse: 'history.diff.worse',
  unjudged: 'history.diff.unjudged',
  unwaived: 'history.diff.unwaived',
  better: 'history.diff.better',
  other: 'history.diff.changed',
} as const;

interface GroupProps {
  readonly group: DiffAnswer['groups'][number];
  /** The later report. */
  readonly entry: string;
}

function Group({ group: { kind, changes }, entry }: GroupProps) {
  return (
    <section>
      <h3>{t(groupNames[kind])}</h3>
      <ul class="plain">
        {changes.map(({ id, title, from, to, reason, waived }) => (
          <li key={id}>
            <a href={linkTo('inspect', entry, id)} translate={false}>
              {id}
            </a>{' '}
            {from === undefined ? t('history.diff.new') : <VerdictMark verdict={from} />} →{' '}
            <VerdictMark verdict={to} /> <span translate={false}>{title}</span>
            {waived === true && <span class="soft"> ({t('history.diff.waived')})</span>}
            {reason !== undefined && (
              <div class="soft" translate={false}>
                {reason}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sides({ answer }: { readonly answer: DiffAnswer }) {
  const facts = [
    [t('history.diff.old'), [answer.old]],
    [t('history.diff.now'), [answer.now]],
    [t('history.diff.unlike'), answer.unlike],
    [t('history.diff.system'), answer.system],
    [t('history.diff.suite'), answer.suite],
    [t('history.diff.faults'), answer.faults],
  ] as const;
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

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class="plain" translate={false}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
