import type { ComponentChildren, ComponentType } from 'preact';
import type { FormField } from '../../wire/setup';
import { t } from '../strings';
import { problemsAt, valueOf } from './edits';
import { idOf, shownPath } from './paths';

/** A field of the form at its place in the file. */
export interface FieldProps {
  readonly field: FormField;
  readonly path: readonly (number | string)[];
  /** In a map, the name is the label. */
  readonly label?: string;
  /** An empty text is a value, as in a map. */
  readonly keepsEmpty?: boolean;
}

/** A field that holds others, and what shows them. */
export interface HolderProps extends FieldProps {
  readonly Each: ComponentType<FieldProps>;
}

/** What an input needs so that its purpose and its mistakes are read out with it. */
export function describedBy(path: FieldProps['path'], below = false) {
  const id = idOf(path);
  const isWrong = problemsAt(path, below).length > 0;
  return {
    id,
    'aria-describedby': `${id}-purpose${isWrong ? ` ${id}-problem` : ''}`,
    ...(isWrong && { 'aria-invalid': true }),
  } as const;
}

/** A label, what the field is for, its input, and what is wrong with it. */
export function FieldFrame({
  field,
  path,
  label = field.label,
  below = false,
  inputId = idOf(path),
  children,
}: FieldProps & {
  readonly below?: boolean;
  /** Where the label leads. */
  readonly inputId?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="field">
      <label for={inputId}>
        <span translate={false}>{label}</span> <Marks field={field} path={path} />
      </label>
      <Purpose field={field} path={path} />
      {children}
      <Mistakes path={path} below={below} />
    </div>
  );
}

/** Several inputs that belong together, with one name for all of them. */
export function FieldGroup({
  field,
  path,
  label = field.label,
  below = false,
  children,
}: FieldProps & { readonly below?: boolean; readonly children: ComponentChildren }) {
  return (
    <fieldset class="field" id={idOf(path)} tabIndex={-1} aria-describedby={`${idOf(path)}-purpose`}>
      <legend>
        <span translate={false}>{label}</span> <Marks field={field} path={path} />
      </legend>
      <Purpose field={field} path={path} />
      {children}
      <Mistakes path={path} below={below} />
    </fieldset>
  );
}

function Marks({ field, path }: Pick<FieldProps, 'field' | 'path'>) {
  const above = path.slice(0, -1);
  // What is left out as a whole needs none of its members.
  const isRequired = field.isRequired && (above.length === 0 || valueOf(above) !== undefined);
  return (
    <>
      {isRequired && <span class="required">{t('setup.required')}</span>}
      <code class="soft" translate={false}>
        {shownPath(path)}
      </code>
    </>
  );
}

function Purpose({ field, path }: Pick<FieldProps, 'field' | 'path'>) {
  const isLeaf = field.kind !== 'group' && field.kind !== 'fixed';
  return (
    <p class="purpose soft" id={`${idOf(path)}-purpose`}>
      <span translate={false}>{field.purpose}</span>
      {field.kind === 'secret' && ` ${t('setup.aboutSecret')}`}
      {isLeaf && field.standard !== undefined && (
        <>
          {' '}
          {t('setup.standard')} <code translate={false}>{field.standard}</code>
        </>
      )}
    </p>
  );
}

function Mistakes({ path, below }: { readonly path: FieldProps['path']; readonly below: boolean }) {
  const all = problemsAt(path, below);
  if (all.length === 0) return null;
  return (
    <div class="mistake" id={`${idOf(path)}-problem`}>
      {all.map(({ message, hint }) => (
        <p key={message} translate={false}>
          {message} {hint !== '' && <span class="hint">— {hint}</span>}
        </p>
      ))}
    </div>
  );
}
