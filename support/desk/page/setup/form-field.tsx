import { t } from '../strings';
import { AddressField } from './address-field';
import { EntriesField, MapField } from './collection-fields';
import { change, valueOf } from './edits';
import type { FieldProps, HolderProps } from './field-frame';
import { FieldGroup } from './field-frame';
import { Fold } from './fold';
import { SecretField } from './secret-field';
import { ChoiceField, ChoicesField, FixedField, TextField, TextsField } from './simple-fields';

const views = {
  text: TextField,
  address: AddressField,
  number: TextField,
  'text-or-number': TextField,
  'yes-no': ChoiceField,
  choice: ChoiceField,
  choices: ChoicesField,
  texts: TextsField,
  secret: SecretField,
  fixed: FixedField,
  group: GroupField,
  map: MapField,
  entries: EntriesField,
} as const;

/** A member of the target file, by its kind. */
export function Field(props: FieldProps) {
  const View = views[props.field.kind];
  const { canBeNone, standard } = props.field;
  if (canBeNone !== true || standard === 'none') return <View {...props} Each={Field} />;
  return <NoneOr {...props} View={View} />;
}

/** What may be none, where none is not the default. */
function NoneOr({ View, ...props }: FieldProps & { readonly View: (typeof views)[keyof typeof views] }) {
  const isNone = valueOf(props.path) === null;
  return (
    <>
      <label class="box">
        <input
          type="checkbox"
          checked={isNone}
          onChange={() => {
            change(props.path, isNone ? undefined : null);
          }}
        />{' '}
        <span translate={false}>{props.field.label}</span>: {t('setup.none')}
      </label>
      {!isNone && <View {...props} Each={Field} />}
    </>
  );
}

/** Members that belong together; those that few need stand behind "more". */
function GroupField(props: HolderProps) {
  const { field, path, Each } = props;
  const fields = field.fields ?? [];
  const at = (each: (typeof fields)[number]) => [...path, each.path.at(-1) ?? ''];
  const rare = fields.filter(({ isRare }) => isRare);
  return (
    <FieldGroup {...props}>
      {field.mayBeEmpty === true && <Presence path={path} />}
      {fields
        .filter(({ isRare }) => !isRare)
        .map((each) => (
          <Each key={each.path.join('.')} field={each} path={at(each)} />
        ))}
      {rare.length > 0 && (
        <Fold paths={rare.map(at)} summary={t('setup.more')}>
          {rare.map((each) => (
            <Each key={each.path.join('.')} field={each} path={at(each)} />
          ))}
        </Fold>
      )}
    </FieldGroup>
  );
}

/** Whether a client is certified at all. */
function Presence({ path }: Pick<FieldProps, 'path'>) {
  const isThere = valueOf(path) !== undefined;
  return (
    <label class="box">
      <input
        type="checkbox"
        checked={isThere}
        onChange={() => {
          change(path, isThere ? undefined : {});
        }}
      />{' '}
      {t('setup.client')}
    </label>
  );
}
