import type { TargetedEvent } from 'preact';
import { t } from '../strings';
import { change, keepBack, send, valueOf } from './edits';
import type { FieldProps } from './field-frame';
import { describedBy, FieldFrame } from './field-frame';
import { idOf } from './paths';
import { SecretInput } from './secret-input';
import { typed } from './simple-fields';
import { target } from './target-store';

const whole = /^\$\{(.*)\}$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A secret: the file names the variable, and the value is handed to the memory of the desk. */
export function SecretField(props: FieldProps) {
  const { field, path } = props;
  const current = typed(valueOf(path));
  const name = whole.exec(current)?.[1] ?? current;
  const suggested = whole.exec(field.example ?? '')?.[1] ?? 'SECRET';
  const hasName = variableName.test(name);
  const wanted = hasName ? name : suggested;
  const variable = target.value?.variables.find((each) => each.name === wanted);
  const isLong = variable?.isLong ?? field.path.at(-1) === 'providerKey';
  const valueId = `${idOf(path)}-value`;
  return (
    <FieldFrame {...props} inputId={valueId}>
      <div class="of-secret">
        <label for={valueId}>{t('setup.value')}</label>
        <SecretInput
          id={valueId}
          variable={{ name: wanted, ...(variable && { from: variable.from }), isLong }}
          onKeep={() => {
            if (hasName) return;
            change(path, `\${${suggested}}`);
            void send();
          }}
        />
        <label for={idOf(path)}>{t('setup.variable')}</label>
        <input
          {...describedBy(path)}
          type="text"
          value={name}
          placeholder={suggested}
          translate={false}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
            takeName(path, value, suggested);
          }}
        />
      </div>
    </FieldFrame>
  );
}

/** What is no name may be the secret itself: it stays on the page. */
function takeName(path: FieldProps['path'], text: string, suggested: string): void {
  const name = whole.exec(text)?.[1] ?? text;
  if (name === '') change(path, undefined);
  else if (variableName.test(name)) change(path, `\${${name}}`);
  else keepBack(path, `\${${name}}`, t('setup.noVariable', { example: suggested }));
}
