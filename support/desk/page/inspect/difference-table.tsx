import type { ComponentChildren } from 'preact';
import { t } from '../strings';
import { ChangedValue } from './changed-value';

/** A line of a table of differences: what differs in words, and both sides. */
export interface DifferenceRow {
  readonly name: string;
  /** In words; empty: nothing differs. */
  readonly said: string;
  readonly first?: string | undefined;
  readonly second?: string | undefined;
}

interface TableProps {
  readonly caption: string;
  readonly rows: readonly DifferenceRow[];
  readonly children?: ComponentChildren;
}

/** Two sides with what differs between them, told by words, underlines and colour. */
export function DifferenceTable({ caption, rows, children }: TableProps) {
  return (
    <div class="scroll" role="group" aria-label={caption} tabIndex={0}>
      <table class="differences stacked">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('inspect.what')}</th>
            <th scope="col">{t('inspect.difference')}</th>
            <th scope="col">{t('inspect.first')}</th>
            <th scope="col">{t('inspect.second')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, said, first, second }, index) => (
            <tr key={index} class={said === '' ? 'same' : 'differs'}>
              <th scope="row">
                <code>
                  <ChangedValue text={name} beside={name} />
                </code>
              </th>
              <td data-name={t('inspect.difference')}>{said === '' ? t('inspect.same') : said}</td>
              <Side text={first} beside={second} name={t('inspect.first')} />
              <Side text={second} beside={first} name={t('inspect.second')} />
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

interface SideProps {
  readonly text: string | undefined;
  readonly beside: string | undefined;
  readonly name: string;
}

function Side({ text, beside, name }: SideProps) {
  return (
    <td data-name={name}>
      {text !== undefined && (
        <code>
          <ChangedValue text={text} beside={beside ?? text} />
        </code>
      )}
    </td>
  );
}
