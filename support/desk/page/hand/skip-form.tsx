import { useId, useState } from 'preact/hooks';
import { t } from '../strings';

/** Leaves an act or a question out; only with a reason, which the report will hold. */
export function SkipForm({ onSkip }: { readonly onSkip: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  const id = useId();
  const submit = (event: Event): void => {
    event.preventDefault();
    onSkip(reason.trim());
  };
  return (
    <details class="skip-act">
      <summary>{t('hand.skip')}</summary>
      <form onSubmit={submit}>
        <label for={id}>{t('hand.reason')}</label>
        <div class="row-of-buttons">
          <input
            id={id}
            required
            pattern=".*\S.*"
            maxLength={500}
            value={reason}
            onInput={({ currentTarget }) => {
              setReason(currentTarget.value);
            }}
          />
          <button type="submit">{t('hand.skipNow')}</button>
        </div>
      </form>
    </details>
  );
}
