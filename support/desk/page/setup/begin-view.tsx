import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import type { NewTarget } from '../../wire/setup';
import { ErrorNotice } from '../parts/error-notice';
import { goTo } from '../route';
import { isAsking, refusal, startRun } from '../run/act';
import { t } from '../strings';
import type { Start } from './client-fields';
import { ClientFields } from './client-fields';
import { begin, form } from './target-store';
import { tidyAddress } from './tidy-address';

const kinds = ['mock', 'services', 'client'] as const;
const services = ['gateway', 'identity', 'registry'] as const;

type Kind = (typeof kinds)[number];

/** What a target that is not there yet is to be about. */
export function BeginView() {
  const kind = useSignal<Kind>('mock');
  const error = useSignal<unknown>(undefined);
  const submit = (event: TargetedEvent<HTMLFormElement>): void => {
    event.preventDefault();
    error.value = undefined;
    begin(wantedBy(kind.value, new FormData(event.currentTarget))).catch((reason: unknown) => {
      error.value = reason;
    });
  };
  return (
    <form class="begin part" onSubmit={submit}>
      <fieldset>
        <legend>{t('setup.begin.what')}</legend>
        {kinds.map((each) => (
          <label key={each} class="box of-kind">
            <input
              type="radio"
              name="kind"
              value={each}
              checked={kind.value === each}
              onChange={() => {
                kind.value = each;
              }}
            />{' '}
            <span>
              {t(`setup.begin.${each}`)} <span class="soft">{t(`setup.begin.about.${each}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind.value === 'services' && <ServiceFields />}
      {kind.value === 'client' && <ClientFields />}
      <ErrorNotice error={error.value} />
      <Buttons
        kind={kind.value}
        onRefused={(reason) => {
          error.value = reason;
        }}
      />
    </form>
  );
}

interface ButtonsProps {
  readonly kind: Kind;
  readonly onRefused: (reason: unknown) => void;
}

/** Trying the suite takes no file: one button shows how a run goes. */
function Buttons({ kind, onRefused }: ButtonsProps) {
  const isTrial = kind === 'mock';
  return (
    <div class="row-of-buttons">
      {isTrial && (
        <button
          type="button"
          class="primary"
          disabled={isAsking.value}
          onClick={() => void tryNow().then(onRefused)}
        >
          {t('setup.begin.tryNow')}
        </button>
      )}
      <button type="submit" class={isTrial ? '' : 'primary'}>
        {t(isTrial ? 'setup.begin.write' : 'setup.begin.begin')}
      </button>
    </div>
  );
}

/** Starts a self-test, which needs no target, and shows it. Tells why it does not start, if anything. */
async function tryNow(): Promise<unknown> {
  await startRun({ selfTest: true });
  if (refusal.value === undefined) goTo('run');
  return refusal.value;
}

/** The address that the form shows, too. */
function exampleOf(service: string): string | undefined {
  const fields = form.value?.sections.flatMap((section) => section.fields) ?? [];
  const all = fields.find(({ path }) => path.join('.') === 'services')?.fields ?? [];
  return all.find(({ path }) => path.at(-1) === service)?.example;
}

function ServiceFields() {
  return (
    <fieldset>
      <legend>{t('setup.begin.addresses')}</legend>
      {services.map((name) => (
        <div class="field" key={name}>
          <label for={`begin-${name}`} translate={false}>
            {name}
          </label>
          <input
            id={`begin-${name}`}
            name={name}
            type="text"
            placeholder={exampleOf(name)}
            translate={false}
            autocomplete="off"
          />
        </div>
      ))}
    </fieldset>
  );
}

function wantedBy(kind: Kind, data: FormData): NewTarget {
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const filled = (...names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => [name, tidyAddress(text(name))] as const).filter(([, value]) => value !== ''),
    );
  if (kind === 'mock') return { kind };
  if (kind === 'services') return { kind, services: filled(...services) };
  const roles = data.getAll('role').filter((role) => typeof role === 'string');
  return { kind, roles, start: text('start') as Start, ...filled('language', 'url') };
}
