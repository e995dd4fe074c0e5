import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import type { NewTarget } from '../../wire/setup';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import type { Start } from './client-fields';
import { ClientFields } from './client-fields';
import { begin } from './target-store';

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
      <button type="submit" class="primary">
        {t('setup.begin.begin')}
      </button>
    </form>
  );
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
            placeholder={`https://${name}.example`}
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
    Object.fromEntries(names.map((name) => [name, text(name)] as const).filter(([, value]) => value !== ''));
  if (kind === 'mock') return { kind };
  if (kind === 'services') return { kind, services: filled(...services) };
  const roles = data.getAll('role').filter((role) => typeof role === 'string');
  return { kind, roles, start: text('start') as Start, ...filled('language', 'url') };
}
