import type { PlannedAct, ToCopy } from '../../../run/hand/acts';
import { Copyable } from '../parts/copy';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import type { OpenTurn } from './hand-state';
import { Refusal } from './refusal';
import { useSaying } from './say';
import { SkipForm } from './skip-form';
import { TimeLeft } from './time-left';

/** The act that is asked for: what to do, what to copy, and what would count. */
export function ActCard({ open }: { readonly open: Extract<OpenTurn, { kind: 'act' }> }) {
  const { act, deadline, refused, id } = open;
  const { say, error } = useSaying(id);
  return (
    <>
      <p class="place">
        <span translate={false}>{act.journey}</span> · {t('hand.place', { number: act.number, of: act.of })}
      </p>
      <p class="sentence" role="status" translate={false}>
        {act.sentence}
      </p>
      <Values act={act} />
      {refused === undefined ? (
        <p class="waits">
          <span class="dot" aria-hidden="true" />
          {t('hand.counts', { method: act.address.method, path: new URL(act.address.url).pathname })}{' '}
          <TimeLeft deadline={deadline} />
        </p>
      ) : (
        <Refusal refused={refused} onSay={(what) => void say(what)} />
      )}
      <ErrorNotice error={error} />
      <SkipForm onSkip={(reason) => void say('skip', { reason })} />
    </>
  );
}

function Values({ act: { address, values } }: { readonly act: PlannedAct }) {
  const rows: readonly ToCopy[] = [{ label: address.method, value: address.url }, ...values];
  return (
    <dl class="to-copy">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt translate={false}>{label}</dt>
          <dd>{value === '' ? t('hand.empty') : <Copyable value={value} name={label} />}</dd>
        </div>
      ))}
    </dl>
  );
}
