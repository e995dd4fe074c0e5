import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { t } from '../strings';
import { form } from './target-store';

const starts = ['by-hand', 'url', 'program'] as const;

export type Start = (typeof starts)[number];

/** What is asked of a client: what it does, and how the suite reaches it. */
export function ClientFields() {
  const start = useSignal<Start>('by-hand');
  return (
    <>
      <RoleFields />
      <StartFields start={start} />
      {start.value === 'url' && (
        <div class="field">
          <label for="begin-url">{t('setup.begin.url')}</label>
          <input
            id="begin-url"
            name="url"
            type="text"
            placeholder="http://127.0.0.1:9000"
            translate={false}
            autocomplete="off"
          />
        </div>
      )}
      {start.value === 'program' && <LanguageField />}
    </>
  );
}

function LanguageField() {
  return (
    <div class="field">
      <label for="begin-language">{t('setup.begin.language')}</label>
      <select id="begin-language" name="language">
        {(form.value?.languages ?? []).map(({ id, name }) => (
          <option key={id} value={id} selected={id === 'node'} translate={false}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function RoleFields() {
  return (
    <fieldset>
      <legend>{t('setup.begin.roles')}</legend>
      <div class="boxes">
        {(form.value?.roles ?? []).map((role) => (
          <label key={role} class="box">
            <input type="checkbox" name="role" value={role} defaultChecked={role === 'session'} />{' '}
            <span>
              <code translate={false}>{role}</code>{' '}
              <span class="soft">{t(`setup.role.${role as 'hip'}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function StartFields({ start }: { readonly start: Signal<Start> }) {
  return (
    <fieldset>
      <legend>{t('setup.begin.start')}</legend>
      {starts.map((each) => (
        <label key={each} class="box">
          <input
            type="radio"
            name="start"
            value={each}
            checked={start.value === each}
            onChange={() => {
              start.value = each;
            }}
          />{' '}
          {t(`setup.begin.starts.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
