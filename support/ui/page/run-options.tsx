import type { AboutTarget, StartRun } from '../api';
import { Labelled } from './parts';

interface OptionsProps {
  readonly options: StartRun;
  readonly set: (options: StartRun) => void;
  readonly exceptions: number;
  readonly client: AboutTarget['client'];
}

/** What can be chosen for a run, folded away: most need none of it. */
export function Options({ options, set, exceptions, client }: OptionsProps) {
  const put = <Name extends keyof StartRun>(name: Name, value: StartRun[Name]): void => {
    const { [name]: _before, ...others } = options;
    set(value === undefined ? others : { ...options, [name]: value });
  };
  return (
    <details>
      <summary>Options</summary>
      <Judged options={options} put={put} client={client} />
      <Text
        label="Only these obligations"
        hint="Ids with blanks between them. The run is then a partial one."
        set={(text) => {
          put('only', text === '' ? undefined : text.split(/[\s,;]+/));
        }}
      />
      <Text
        label="Nonce of the certifier"
        set={(text) => {
          put('nonce', text === '' ? undefined : text);
        }}
      />
      <Check
        label="As at night: no one-time password of the target is used up, and no person is asked"
        isOn={options.nightly === true}
        set={(isOn) => {
          put('nightly', isOn ? true : undefined);
        }}
      />
      {exceptions > 0 && (
        <Check
          label="Use the exceptions of waivers.yaml"
          isOn={options.exceptions !== false}
          set={(isOn) => {
            put('exceptions', isOn ? undefined : false);
          }}
        />
      )}
    </details>
  );
}

interface JudgedProps extends Pick<OptionsProps, 'client' | 'options'> {
  readonly put: (name: 'subject', value: StartRun['subject']) => void;
}

function Judged({ options, put, client }: JudgedProps) {
  return (
    <Labelled label="Judge">
      <select
        value={options.subject ?? ''}
        onChange={({ currentTarget: { value } }) => {
          put('subject', value === '' ? undefined : (value as NonNullable<StartRun['subject']>));
        }}
      >
        <option value="">all that the target names</option>
        <option value="service">the services</option>
        <option value="integrator">the integrator</option>
        {client !== undefined && (
          <option value="both">the integrator, and the services in front of it</option>
        )}
      </select>
    </Labelled>
  );
}

interface TextProps {
  readonly label: string;
  readonly hint?: string;
  readonly set: (text: string) => void;
}

function Text({ set, ...labels }: TextProps) {
  return (
    <Labelled {...labels}>
      <input
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget: { value } }) => {
          set(value.trim());
        }}
      />
    </Labelled>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

function Check({ label, isOn, set }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          set(checked);
        }}
      />{' '}
      {label}
    </label>
  );
}
