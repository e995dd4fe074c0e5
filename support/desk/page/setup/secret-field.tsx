import type { TargetedEvent } from 'preact';
import { t } from '../strings';
import { change, send, valueOf } from './edits';
import type { FieldProps } from './field-frame';
import { describedBy, FieldFrame } from './field-frame';
import { idOf } from './paths';
import { SecretInput } from './secret-input';
import { typed } from './simple-fields';
import { target } from './target-store';

const whole = /^\$\{(.*)\}$/;

/** A secret: the file names the variable, and the value is handed to the memory of the desk. */
export function SecretField(props: FieldProps) {
  const { field, path } = props;
  const current = typed(valueOf(path));
  const name = whole.exec(current)?.[1] ?? current;
  const suggested = whole.exec(field.example ?? '')?.[1] ?? 'SECRET';
  const wanted = name === '' ? suggested : name;
  const take = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>): void => {
    change(path, value === '' ? undefined : `\${${value}}`);
  };
  const variable = target.value?.variables.find((each) => each.name === wanted);
  const isLong = variable?.isLong ?? field.path.at(-1) === 'providerKey';
  const valueId = `${idOf(path)}-value`;
  return (
    <FieldFrame {...props}>
      <div class="of-secret">
        <label for={valueId}>{t('setup.value')}</label>
        <SecretInput
          id={valueId}
          variable={{ name: wanted, ...(variable && { from: variable.from }), isLong }}
          onKeep={() => {
            if (name !== '') return;
            change(path, `\${${suggested}}`);
            void send();
          }}
        />
        <span id={`${idOf(path)}-variable`}>{t('setup.variable')}</span>
        <input
          {...describedBy(path)}
          type="text"
          value={name}
          placeholder={suggested}
          translate={false}
          autocomplete="off"
          spellcheck={false}
          onInput={take}
        />
      </div>
    </FieldFrame>
  );
}
