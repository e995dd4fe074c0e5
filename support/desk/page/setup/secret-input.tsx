import { useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';
import type { AskedVariable } from '../../wire/setup';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { forget, keepSecret } from './target-store';

interface SecretProps {
  readonly variable: Pick<AskedVariable, 'isLong' | 'name'> & {
    /** Absent: the file does not name it. */
    readonly from?: AskedVariable['from'];
  };
  readonly id: string;
  /** Before the value is handed over. */
  readonly onKeep?: () => void;
}

/** Asks for the value of a variable, and hands it over; what was typed does not stay in the page. */
export function SecretInput({ variable: { name, from, isLong }, id, onKeep }: SecretProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const act = (doing: Promise<void>): void => {
    setError(undefined);
    doing.catch(setError);
  };
  const keep = (event: Event): void => {
    event.preventDefault();
    if (text === '') return;
    onKeep?.();
    act(keepSecret(name, text));
    setText('');
  };
  // No password manager is to write it down.
  const input = { id, value: text, autocomplete: 'one-time-code', spellcheck: false } as const;
  const take = ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setText(currentTarget.value);
  };
  return (
    <form class="secret" onSubmit={keep}>
      {isLong ? (
        <textarea {...input} class="concealed" rows={3} onInput={take} />
      ) : (
        <input {...input} type="password" onInput={take} />
      )}
      <button type="submit" disabled={text === ''}>
        {t('setup.keep')} <Of name={name} />
      </button>
      {from === 'memory' && (
        <ForgetButton
          name={name}
          onClick={() => {
            act(forget(name));
          }}
        />
      )}
      {from !== undefined && (
        <span class={from === 'nowhere' ? 'asked' : 'given'}>{t(`setup.from.${from}`)}</span>
      )}
      <ErrorNotice error={error} />
    </form>
  );
}

function ForgetButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {t('setup.forget')} <Of name={name} />
    </button>
  );
}

/** Which value a button is about; who sees the row knows. */
function Of({ name }: { readonly name: string }) {
  return (
    <span class="hidden" translate={false}>
      {name}
    </span>
  );
}
