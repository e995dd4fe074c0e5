import type { TargetVariable, DoctorState, ExtendedProfile, OpenTarget, TargetProblem } from '../api';
import { call } from './call';
import type { TypedDraft } from './draft';
import { LabelledField, Notice, Trouble, formReader, useAct } from './parts';

/** Reasons why a run would refuse the target, each with a button that selects its line. */
export function Problems({
  problems,
  goTo,
}: {
  readonly problems: readonly TargetProblem[];
  readonly goTo: (line: number) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="problems">
      <h2 id="problems">Problems</h2>
      <ul>
        {problems.map(({ line, path, message, hint }) => (
          <li key={`${path.join('.')} ${message}`}>
            {line !== undefined && (
              <button
                type="button"
                onClick={() => {
                  goTo(line);
                }}
              >
                Line {line}
              </button>
            )}{' '}
            <code translate={false}>{path.join('.')}</code> {message}
            <span class="hint"> {hint}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the field profile that the target extends, and whether the target may use its name. */
export function FieldProfile({ of: { name, date, overridden } }: { readonly of: ExtendedProfile }) {
  return (
    <section aria-labelledby="field-profile">
      <h2 id="field-profile">Field profile</h2>
      <p>
        <code translate={false}>{name}</code> of <span translate={false}>{date}</span>.{' '}
        {overridden?.length === 0 && 'Its name is valid: all its settings are in force.'}
        {overridden !== undefined && overridden.length > 0 && (
          <>
            Its name is void, because the target overrides{' '}
            <code translate={false}>{overridden.join(', ')}</code>. The profile settles no failure.
          </>
        )}
      </p>
    </section>
  );
}

/**
 * Shows each environment variable that the target file names. For each, shows the source of its value, or a
 * field to type it in.
 */
export function Variables({ of }: { readonly of: readonly TargetVariable[] }) {
  if (of.length === 0) return null;
  return (
    <section aria-labelledby="variables">
      <h2 id="variables">Secrets and other variables</h2>
      <p class="soft">What you type here is kept in memory until the server ends. It is never written.</p>
      {of.map((each) => (
        <Variable key={each.name} of={each} />
      ))}
    </section>
  );
}

function Variable({ of }: { readonly of: TargetVariable }) {
  const { name, from } = of;
  const { isBusy, trouble, act } = useAct();
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const value = formReader(event.currentTarget)('value');
        act(() => call.put('/api/secrets', { name, ...(from === 'nowhere' && { value }) }))();
      }}
    >
      {from === 'nowhere' ? (
        <ValueField of={of} />
      ) : (
        <span>
          <code translate={false}>{name}</code>{' '}
          {from === 'memory' ? 'is kept in memory.' : 'is set in the environment.'}
        </span>
      )}
      {from !== 'environment' && (
        <button disabled={isBusy}>
          {from === 'memory' ? 'Forget' : 'Keep'} <span class="unseen">{name}</span>
        </button>
      )}
      <Trouble of={trouble} />
    </form>
  );
}

function ValueField({ of: { name, isSecret, isLong } }: { readonly of: TargetVariable }) {
  const field = { name: 'value', required: true, autocomplete: 'off', spellcheck: false };
  return (
    <LabelledField label={name}>
      {isLong ? (
        <textarea {...field} rows={3} />
      ) : isSecret ? (
        <input {...field} type="password" />
      ) : (
        <input {...field} type="text" />
      )}
    </LabelledField>
  );
}

const signs = { good: '✓', bad: '✗', warning: '!', unknown: '?' } as const;

export function Doctor({
  target,
  doctor,
  draft,
}: {
  readonly target: OpenTarget;
  readonly doctor: DoctorState | undefined;
  readonly draft: TypedDraft;
}) {
  const { isBusy, trouble, act } = useAct();
  const isAtWork = doctor?.state === 'at-work';
  const begin = act(async () => {
    await draft.flush();
    await call.post('/api/doctor');
  });
  return (
    <section aria-labelledby="doctor">
      <h2 id="doctor">Doctor</h2>
      <p class="row">
        {isAtWork ? (
          <button type="button" disabled={isBusy} onClick={act(() => call.post('/api/doctor/stop'))}>
            Stop
          </button>
        ) : (
          <button type="button" disabled={isBusy || target.text === undefined} onClick={begin}>
            Check the connection
          </button>
        )}
        <span class="soft">It makes a few requests, and certifies nothing.</span>
      </p>
      <Trouble of={trouble} />
      {doctor && doctor.revision < target.revision && !isAtWork && (
        <Notice kind="note">This is about an earlier text.</Notice>
      )}
      {doctor && <Said by={doctor} />}
    </section>
  );
}

function Said({ by: { state, lines, trouble } }: { readonly by: DoctorState }) {
  return (
    <>
      <ul class="doctor" aria-live="polite" aria-busy={state === 'at-work'}>
        {lines.map((line, at) => (
          <li key={at} class={line.state}>
            <span aria-hidden="true">{signs[line.state]}</span> <strong>{line.name}</strong>{' '}
            <span class="soft">({line.state})</span> {line.detail}
          </li>
        ))}
      </ul>
      {state === 'stopped' && <p>Stopped before its end.</p>}
      <Trouble of={trouble} />
    </>
  );
}
