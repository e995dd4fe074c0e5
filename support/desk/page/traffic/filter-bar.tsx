import { t } from '../strings';
import type { Filter } from './rows';
import { filter, list, narrow } from './state';

const kinds = ['any', 'failed', 'warning', 'observed', 'clear'] as const;

const wordOf = (kind: Filter['verdict']): string =>
  kind === 'any' || kind === 'clear' ? t(`traffic.list.${kind}`) : t(`verdict.${kind}`);

const change = (part: Partial<Filter>): void => {
  narrow({ ...filter.value, ...part });
};

/** What the list is to show. */
export function FilterBar() {
  const { value: now } = filter;
  const verdicts = kinds.map((kind) => ({ value: kind, word: wordOf(kind) }));
  return (
    <form
      class="filter-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <TextFilter />
      <Choice
        name={t('traffic.list.service')}
        now={now.service}
        of={[
          { value: '', word: t('traffic.list.any') },
          ...list.value.services.map((value) => ({ value, word: value, isName: true })),
        ]}
        onChange={(service) => {
          change({ service });
        }}
      />
      <Choice
        name={t('traffic.list.verdict')}
        now={now.verdict}
        of={verdicts}
        onChange={(verdict) => {
          change({ verdict });
        }}
      />
      <FailsFilter />
    </form>
  );
}

function TextFilter() {
  return (
    <label>
      {t('traffic.list.text')}{' '}
      <input
        type="search"
        value={filter.value.text}
        placeholder={t('traffic.list.textHint')}
        onInput={({ currentTarget: { value } }) => {
          change({ text: value });
        }}
      />
    </label>
  );
}

function FailsFilter() {
  return (
    <label>
      <input
        type="checkbox"
        checked={filter.value.failsOnly}
        onChange={({ currentTarget: { checked } }) => {
          change({ failsOnly: checked });
        }}
      />{' '}
      {t('traffic.list.failsOnly')}
    </label>
  );
}

function Choice<Value extends string>({
  name,
  now,
  of,
  onChange,
}: {
  readonly name: string;
  readonly now: Value;
  /** The words of each; names of the suite are not translated. */
  readonly of: readonly { readonly value: Value; readonly word: string; readonly isName?: boolean }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <label>
      {name}{' '}
      <select
        value={now}
        onChange={({ currentTarget: { value } }) => {
          onChange(value as Value);
        }}
      >
        {of.map(({ value, word, isName }) => (
          <option key={value} value={value} translate={isName !== true}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}
