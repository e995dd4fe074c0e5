import { useState } from 'preact/hooks';
import type { AboutTarget, OpenTarget, Preview, StartRun } from '../api';
import { Trouble, useAnswer } from './parts';
import { Options } from './run-options';
import type { Start } from './run-parts';
import { resumeLabel } from './run-parts';

interface Props {
  readonly target: OpenTarget | undefined;
  /** None was made before. */
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly start: Start;
}

/** What would be run, in a few sentences, and what starts it. */
export function StartPart({ target, isFirst, isBusy, start }: Props) {
  // It is asked for again whenever the target changes.
  const { answer, trouble } = useAnswer<Preview>(`/api/run/preview?${target?.revision ?? 0}`);
  const [options, setOptions] = useState<StartRun>({});
  const exceptions = target?.exceptions ?? 0;
  return (
    <section aria-labelledby="run-start" class="start">
      <h2 id="run-start">{isFirst ? 'What would be run' : 'Another run'}</h2>
      <Trouble of={trouble ?? answer?.problem} />
      {answer?.target && (
        <p>
          {sentencesOf(answer.target).join(' ')}
          {exceptions > 0 &&
            options.exceptions !== false &&
            ` Exceptions of waivers.yaml beside it that count: ${exceptions}.`}
        </p>
      )}
      {answer && answer.target === undefined && (
        <p>
          <a href="#/target">{answer.problem ? 'Put the target right' : 'Begin a target'}</a>, or try the
          suite on its built-in mock: there is nothing to fill in, it takes less than a minute, and it is not
          a certificate.
        </p>
      )}
      <Buttons preview={answer} options={options} isBusy={isBusy} start={start} />
      <Options options={options} set={setOptions} exceptions={exceptions} client={answer?.target?.client} />
    </section>
  );
}

interface ButtonsProps extends Pick<Props, 'isBusy' | 'start'> {
  readonly preview: Preview | undefined;
  readonly options: StartRun;
}

function Buttons({ preview, options, isBusy, start }: ButtonsProps) {
  const { target, canResume = false } = preview ?? {};
  return (
    <p class="row">
      {canResume && (
        <button type="button" class="primary" disabled={isBusy} onClick={start({ ...options, resume: true })}>
          {resumeLabel}
        </button>
      )}
      {target && (
        <button type="button" class={canResume ? '' : 'primary'} disabled={isBusy} onClick={start(options)}>
          {canResume ? 'Run from the beginning' : 'Run'}
        </button>
      )}
      <button type="button" disabled={isBusy} onClick={start({ ...options, selfTest: true })}>
        Try it on the built-in mock
      </button>
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
