import { useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';
import type { FormField } from '../../wire/setup';
import { t } from '../strings';
import { change, problemsAt, valueOf } from './edits';
import type { FieldProps, HolderProps } from './field-frame';
import { FieldGroup } from './field-frame';
import { Fold } from './fold';
import { idOf } from './paths';

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** Members under names of your own, or under names that the suite knows. */
export function MapField(props: HolderProps) {
  const { field, path, Each } = props;
  const [each] = field.fields ?? [];
  if (each === undefined) return null;
  const known = field.keys ?? [];
  const own = keysOf(valueOf(path)).filter((name) => !known.some(({ key }) => key === name));
  return (
    <FieldGroup {...props}>
      {known.map(({ key, about }) => (
        <KnownMember key={key} field={each} path={[...path, key]} name={key} about={about} Each={Each} />
      ))}
      {own.map((name) => (
        <div key={name} class="member">
          <Each field={each} path={[...path, name]} label={name} keepsEmpty />
          <RemoveButton path={[...path, name]} name={name} />
        </div>
      ))}
      {known.length === 0 && <AddMember field={each} path={path} />}
    </FieldGroup>
  );
}

/** Closed until it is filled in, or wrong: there may be many. */
function KnownMember({
  field,
  path,
  name,
  about,
  Each,
}: HolderProps & { readonly name: string; readonly about: string }) {
  const isFilled = valueOf(path) !== undefined;
  const isWrong = problemsAt(path, true).length > 0;
  const state = isWrong ? 'wrong' : isFilled ? 'filled' : 'open';
  const summary = (
    <>
      <code translate={false}>{name}</code> <span translate={false}>{about}</span>{' '}
      <span class={{ wrong: 'asked', filled: 'given', open: 'soft' }[state]}>{t(`setup.${state}`)}</span>
    </>
  );
  return (
    <div class="member">
      <Fold paths={[path]} summary={summary}>
        <Each field={field} path={path} label={name} />
        {isFilled && <RemoveButton path={path} name={name} />}
      </Fold>
    </div>
  );
}

function RemoveButton({ path, name }: { readonly path: FieldProps['path']; readonly name: string }) {
  return (
    <button
      type="button"
      aria-label={`${t('setup.remove')}: ${name}`}
      onClick={() => {
        change(path, undefined);
      }}
    >
      {t('setup.remove')}
    </button>
  );
}

function AddMember({ field, path }: FieldProps) {
  const [name, setName] = useState('');
  const id = `${idOf(path)}-new`;
  const add = (event: Event): void => {
    event.preventDefault();
    if (name === '') return;
    change([...path, name], field.kind === 'fixed' ? field.choices?.[0] : '');
    setName('');
  };
  return (
    <form class="row-of-buttons" onSubmit={add}>
      <label for={id}>{t('setup.newName')}</label>
      <input
        id={id}
        type="text"
        value={name}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
          setName(value);
        }}
      />
      <button type="submit" disabled={name === ''}>
        {t('setup.add')}
      </button>
    </form>
  );
}

/** Entries that are all alike; one alone may stand there without a list. */
export function EntriesField(props: HolderProps) {
  const { field, path, Each } = props;
  const value = valueOf(path);
  const isList = Array.isArray(value);
  const entries: readonly unknown[] = isList ? value : value === undefined ? [] : [value];
  const placeOf = (index: number) => (isList ? [...path, index] : path);
  const add = (): void => {
    const next = exampleOf(field, entries.length + 1);
    change(path, entries.length === 0 ? next : [...entries, next]);
  };
  return (
    <FieldGroup {...props}>
      {entries.map((_entry, index) => (
        <div key={index} class="member">
          {(field.fields ?? []).map((each) => (
            <Each key={each.path.join('.')} field={each} path={[...placeOf(index), each.path.at(-1) ?? '']} />
          ))}
          <RemoveButton
            path={entries.length === 1 ? path : placeOf(index)}
            name={`${field.label} ${index + 1}`}
          />
        </div>
      ))}
      <button type="button" onClick={add}>
        {t('setup.add')}
        <span class="hidden" translate={false}>
          {` ${field.label}`}
        </span>
      </button>
    </FieldGroup>
  );
}

/** An entry to begin with: its examples, whose variables have names of their own in each entry. */
function exampleOf({ fields = [] }: FormField, number: number): Record<string, string> {
  const ending = number === 1 ? '}' : `_${number}}`;
  // What has several texts is another way to fill the entry in.
  const filled = fields.filter(({ kind }) => kind !== 'texts');
  return Object.fromEntries(
    filled.map(({ path, example = '' }) => [path.at(-1) ?? '', example.replace('}', ending)]),
  );
}
