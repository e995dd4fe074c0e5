import type { HistoryEntry } from '../../wire/history';
import { linkTo } from '../route';
import { t } from '../strings';
import { momentOf, sizeText } from './instant';
import { Moment } from './moment';
import { PackButton } from './pack-button';

interface RowProps {
  readonly entry: HistoryEntry;
  readonly isChosen: boolean;
  readonly toggle: (key: string) => void;
}

// The roles stay where narrow pages show each row as a block.

/** One report with its outcome, and what can be done with it. */
export function ReportRow({ entry, isChosen, toggle }: RowProps) {
  const { key, name, run, signOff, bytes } = entry;
  if (run === undefined) return <UnreadableRow name={name} />;
  const when = momentOf(run.finishedAt);
  return (
    <tr role="row">
      <td role="cell">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => {
            toggle(key);
          }}
          aria-label={t('history.chooseThis', { when })}
        />
      </td>
      <td role="cell">
        <span class="nowrap">
          <Moment instant={run.finishedAt} />
        </span>
        <div class="soft">
          <code translate={false}>{run.id.slice(0, 8)}</code>{' '}
          {t('history.nameAndSize', { name: nameText(name), size: sizeText(bytes) })}
        </div>
      </td>
      <Judged run={run} />
      <td role="cell" translate={false}>
        {signOff?.sentence}
      </td>
      <td role="cell">
        <Acts entry={entry} when={when} />
      </td>
    </tr>
  );
}

function UnreadableRow({ name }: { readonly name: string }) {
  return (
    <tr role="row">
      <td role="cell" />
      <td role="cell" translate={false}>
        {name}
      </td>
      <td role="cell" colSpan={4}>
        {t('history.unreadable')}
      </td>
    </tr>
  );
}

function Judged({ run }: { readonly run: NonNullable<HistoryEntry['run']> }) {
  const { product, target, selfTest, outcomes } = run;
  return (
    <>
      <td role="cell" translate={false}>
        {product === '' ? target : product}
        {product !== '' && <div class="soft">{target}</div>}
      </td>
      <td role="cell">
        {selfTest && <div class="soft">{t('history.selfTest')}</div>}
        {outcomes.map(({ subject, verdict, text }) => (
          <div key={subject} class={`outcome-text ${verdict}`} translate={false}>
            {text}
          </div>
        ))}
      </td>
    </>
  );
}

function Acts({ entry: { key, hasReport }, when }: { readonly entry: HistoryEntry; readonly when: string }) {
  return (
    <div class="acts">
      {hasReport && (
        <a
          class="button"
          href={`/report/${key}`}
          target="_blank"
          rel="noopener"
          aria-label={t('history.openThis', { when })}
        >
          {t('history.open')}
        </a>
      )}
      <a class="button" href={linkTo('review', key)} aria-label={t('history.reviewThis', { when })}>
        {t('history.review')}
      </a>
      <PackButton entry={key} label={t('history.packThis', { when })} />
    </div>
  );
}

function nameText(name: string): string {
  if (name === 'latest' || name === 'partial' || name === 'audit' || name === 'proxy' || name === 'mock')
    return t(`history.name.${name}`);
  return t('history.name.earlier', { name });
}
