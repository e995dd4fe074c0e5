import { useRef } from 'preact/hooks';
import type { AboutTarget, OpenTarget, Preview, StartRun } from '../api';
import { resumeLabel } from '../page-words';
import { LabelledField, Trouble, formReader, useAnswer } from './parts';
import { RunButton } from './run-parts';

interface Props {
  readonly target: OpenTarget | undefined;
  /** Whether no run has started yet */
  readonly isFirst: boolean;
}

/** Describes the run that would start now, and shows its options and the buttons that start it. */
export function StartPart({ target, isFirst }: Props) {
  // The revision makes the page fetch the preview again when the target changes. The server ignores it.
  const { answer, trouble } = useAnswer<Preview>(`/api/run/preview?${target?.revision ?? 0}`);
  const options = useRef<HTMLFormElement>(null);
  const exceptions = target?.exceptions ?? 0;
  return (
    <section aria-labelledby="run-start">
      <h2 id="run-start">{isFirst ? 'What would be run' : 'Another run'}</h2>
      <Trouble of={trouble ?? answer?.problem} />
      {answer?.target && (
        <p>
          {sentencesOf(answer.target).join(' ')}
          {exceptions > 0 && ` Approved exceptions (waivers.yaml) that count: ${exceptions}.`}
        </p>
      )}
      {answer && answer.target === undefined && (
        <p>
          <a href="#/target">{answer.problem ? 'Correct the target' : 'Create a target'}</a>, or try the suite
          on its built-in mock. That needs no settings and takes less than a minute; it is not a certificate.
        </p>
      )}
      <Buttons preview={answer} asked={() => askedIn(options.current)} />
      <form
        ref={options}
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <Options exceptions={exceptions} client={answer?.target?.client} />
      </form>
    </section>
  );
}

interface ButtonsProps {
  readonly preview: Preview | undefined;
  readonly asked: () => StartRun;
}

function Buttons({ preview, asked }: ButtonsProps) {
  const { target, canResume = false } = preview ?? {};
  return (
    <p class="row">
      {canResume && (
        <RunButton isPrimary asked={() => ({ ...asked(), resume: true })}>
          {resumeLabel}
        </RunButton>
      )}
      {target && (
        <RunButton isPrimary={!canResume} asked={asked}>
          {canResume ? 'Run from the beginning' : 'Run'}
        </RunButton>
      )}
      <RunButton asked={() => ({ ...asked(), selfTest: true })}>Try it on the built-in mock</RunButton>
    </p>
  );
}

const clients = {
  adapter: 'Its client acts through an adapter.',
  byHand: 'A person works its client.',
  overHttp: 'Its client acts through an adapter over HTTP.',
  own: 'The suite’s own client plays its part.',
} as const;

const subjects = { service: 'the services', integrator: 'the integrator' } as const;

function sentencesOf({ name, environment, subjects: about, roles, services, client }: AboutTarget): string[] {
  const addresses = Object.entries(services).map(([service, url]) => `${service} at ${url}`);
  return [
    `Judges ${about.map((each) => subjects[each]).join(' and ')} of the target ${name} (${environment}).`,
    addresses.length === 0 ? 'The built-in mock plays the services.' : `Services: ${addresses.join(', ')}.`,
    ...(client === undefined ? [] : [clients[client], `Roles: ${roles.join(', ')}.`]),
  ];
}

interface OptionsProps {
  readonly exceptions: number;
  readonly client: AboutTarget['client'];
}

function Options({ exceptions, client }: OptionsProps) {
  return (
    <details>
      <summary>Options</summary>
      <LabelledField label="Judge">
        <select name="subject">
          <option value="">all that the target names</option>
          <option value="service">the services</option>
          <option value="integrator">the integrator</option>
          {client !== undefined && (
            <option value="both">the integrator, and the services in front of it</option>
          )}
        </select>
      </LabelledField>
      <LabelledField
        label="Only these obligations"
        hint="Ids, separated by blanks. The run is then a narrowed one, and no certificate."
      >
        <input name="only" spellcheck={false} autocomplete="off" />
      </LabelledField>
      <LabelledField label="Nonce of the certifier">
        <input name="nonce" spellcheck={false} autocomplete="off" />
      </LabelledField>
      <label class="check">
        <input name="nightly" type="checkbox" /> Nightly: use up no one-time password, and ask no person
      </label>
      {exceptions > 0 && (
        <label class="check">
          <input name="without" type="checkbox" /> Leave out the exceptions of waivers.yaml
        </label>
      )}
    </details>
  );
}

/** Reads the options from the form. Leaves out options that the user did not set. */
function askedIn(form: HTMLFormElement | null): StartRun {
  if (form === null) return {};
  const typed = formReader(form);
  const [subject, only, nonce] = [typed('subject'), typed('only').trim(), typed('nonce').trim()];
  return {
    ...(subject !== '' && { subject: subject as NonNullable<StartRun['subject']> }),
    ...(only !== '' && { only: only.split(/[\s,;]+/) }),
    ...(nonce !== '' && { nonce }),
    ...(typed('nightly') !== '' && { nightly: true as const }),
    ...(typed('without') !== '' && { exceptions: false }),
  };
}
