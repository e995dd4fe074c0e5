import { type Signal, signal } from '@preact/signals';
import type { RunTarget, StartRun } from '../../wire/run';
import { t } from '../strings';

const subject = signal<'' | NonNullable<StartRun['subject']>>('');
const only = signal('');
const waivers = signal('');
const nonce = signal('');
const isNightly = signal(false);

const ids = (): string[] => only.value.split(/[\s,;]+/).filter((id) => id !== '');

/** Whether a part of the plan is asked for. */
export const isNarrowed = (): boolean => ids().length > 0;

/** What was chosen for the next run. */
export function chosenOptions(): StartRun {
  return {
    ...(subject.value !== '' && { subject: subject.value }),
    ...(isNarrowed() && { only: ids() }),
    ...(waivers.value.trim() !== '' && { waivers: waivers.value.trim() }),
    ...(nonce.value.trim() !== '' && { nonce: nonce.value.trim() }),
    ...(isNightly.value && { nightly: true }),
  };
}

/** What can be chosen for a run, folded away: most need none of it. */
export function OptionsPart({ target }: { readonly target?: RunTarget }) {
  return (
    <details class="run-options">
      <summary>{t('run.options.title')}</summary>
      <SubjectChoice hasMore={target?.client !== undefined && target.subjects.length === 1} />
      <TextOption label={t('run.options.only')} value={only} hint="run-only-hint" />
      <p id="run-only-hint" class="soft">
        {t('run.options.onlyHint', { example: 'AAA-01 BBB-02' })}
      </p>
      <TextOption label={t('run.options.waivers')} value={waivers} />
      <TextOption label={t('run.options.nonce')} value={nonce} />
      <label class="run-check">
        <input
          type="checkbox"
          checked={isNightly.value}
          onChange={({ currentTarget }) => (isNightly.value = currentTarget.checked)}
        />
        {t('run.options.nightly')}
      </label>
    </details>
  );
}

/** @param hasMore whether more can be certified than the target is about */
function SubjectChoice({ hasMore }: { readonly hasMore: boolean }) {
  return (
    <label>
      {t('run.options.subject')}
      <select
        value={subject.value}
        onChange={({ currentTarget }) => (subject.value = currentTarget.value as typeof subject.value)}
      >
        <option value="">{t('run.options.named')}</option>
        {hasMore && <option value="both">{t('run.options.both')}</option>}
        <option value="service">{t('run.before.service')}</option>
        <option value="integrator">{t('run.before.integrator')}</option>
      </select>
    </label>
  );
}

interface TextOptionProps {
  readonly label: string;
  readonly value: Signal<string>;
  /** The id of what explains it. */
  readonly hint?: string;
}

function TextOption({ label, value, hint }: TextOptionProps) {
  return (
    <label>
      {label}
      <input
        value={value.value}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={hint}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
    </label>
  );
}
