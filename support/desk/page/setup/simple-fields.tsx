import type { TargetedEvent } from 'preact';
import { t } from '../strings';
import { change, valueOf } from './edits';
import type { FieldProps } from './field-frame';
import { describedBy, FieldFrame, FieldGroup } from './field-frame';

/** A value as it is typed. */
export function typed(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type InputEvent = TargetedEvent<HTMLInputElement>;

/** One line; numbers are numbers where the member takes them, and what is no number is told to be none. */
export function TextField(props: FieldProps) {
  const { field, path, keepsEmpty = false } = props;
  const isNumber = field.kind === 'number' || field.kind === 'text-or-number';
  const take = ({ currentTarget: { value } }: InputEvent): void => {
    if (value === '' && !keepsEmpty) change(path, undefined);
    else change(path, isNumber && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
  };
  return (
    <FieldFrame {...props}>
      <input
        {...describedBy(path)}
        type="text"
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
        value={typed(valueOf(path))}
        placeholder={field.example}
        translate={false}
        required={field.isRequired}
        autocomplete="off"
        spellcheck={false}
        onInput={take}
      />
    </FieldFrame>
  );
}

/** One of a few, or none: then the default holds. */
export function ChoiceField(props: FieldProps) {
  const { field, path } = props;
  const choices = field.kind === 'yes-no' ? [true, false] : (field.choices ?? []);
  const current = valueOf(path);
  const known = choices.some((each) => each === current);
  const take = ({ currentTarget: { selectedIndex } }: TargetedEvent<HTMLSelectElement>): void => {
    change(path, choices[selectedIndex - 1]);
  };
  return (
    <FieldFrame {...props}>
      <select {...describedBy(path)} onChange={take}>
        <option selected={current === undefined}>{t('setup.notSet')}</option>
        {choices.map((each) => (
          <option key={String(each)} selected={each === current} translate={typeof each === 'boolean'}>
            {typeof each === 'boolean' ? t(each ? 'setup.yes' : 'setup.no') : String(each)}
          </option>
        ))}
        {!known && current !== undefined && (
          <option selected translate={false}>
            {typed(current)}
          </option>
        )}
      </select>
    </FieldFrame>
  );
}

/** Any of a few. */
export function ChoicesField(props: FieldProps) {
  const { field, path } = props;
  const current = valueOf(path);
  const chosen: readonly unknown[] = Array.isArray(current) ? current : [];
  const toggle = (each: number | string, isOn: boolean): void => {
    const others = chosen.filter((one) => one !== each);
    const all = (field.choices ?? []).filter((one) => (one === each ? isOn : others.includes(one)));
    const unknown = others.filter((one) => !(field.choices ?? []).some((known) => known === one));
    const next = [...all, ...unknown];
    change(path, next.length === 0 ? undefined : next);
  };
  return (
    <FieldGroup {...props} below>
      <div class="boxes">
        {(field.choices ?? []).map((each) => (
          <label key={String(each)} class="box">
            <input
              type="checkbox"
              checked={chosen.includes(each)}
              onChange={({ currentTarget: { checked } }: InputEvent) => {
                toggle(each, checked);
              }}
            />{' '}
            <span translate={false}>{each}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Texts, one on each line. */
export function TextsField(props: FieldProps) {
  const { path } = props;
  const current = valueOf(path);
  const text = Array.isArray(current) ? current.map(typed).join('\n') : typed(current);
  const take = ({ currentTarget: { value } }: TargetedEvent<HTMLTextAreaElement>): void => {
    change(path, value === '' ? undefined : value.split('\n'));
  };
  // A line is empty while the next one is begun, and goes with it when the field is left.
  const tidy = (): void => {
    const kept = text.split('\n').filter((line) => line !== '');
    if (text !== '' && kept.length < text.split('\n').length)
      change(path, kept.length === 0 ? undefined : kept);
  };
  return (
    <FieldFrame {...props} below>
      <textarea
        {...describedBy(path, true)}
        rows={Math.max(2, text.split('\n').length)}
        value={text}
        spellcheck={false}
        onInput={take}
        onBlur={tidy}
      />
      <p class="soft">{t('setup.oneALine')}</p>
    </FieldFrame>
  );
}

/** What the suite takes for given. */
export function FixedField(props: FieldProps) {
  const { field, path } = props;
  return (
    <FieldFrame {...props}>
      <output id={describedBy(path).id}>
        <code translate={false}>{field.choices?.[0] === '' ? '""' : field.choices?.[0]}</code>{' '}
        {t('setup.nothingElse')}
      </output>
    </FieldFrame>
  );
}
