import { integratorRoles } from '../../../adapter/roles';
import { clientTemplate, mockTemplate } from '../../../cli/init/client-template';
import type { ClientStart } from '../../../cli/init/client-template';
import { filesOf, languageOf } from '../../../cli/init/languages';
import { services as serviceRows } from '../../../contract/services';
import { templateText } from '../../../run/targets';
import { editYaml } from '../../../targets/edit-yaml';
import { ConfigurationError } from '../../../targets/errors';
import { forEditors } from '../../../targets/for-editors';
import type { NewTarget } from '../../wire/setup';

/** A target to begin with, and the files of an adapter that belong to it. */
export interface Beginning {
  readonly text: string;
  readonly beside: ReadonlyMap<string, string>;
}

/** The target file that `conform init` would write, for what is to be certified. Throws a ConfigurationError. */
export function beginningFor(file: string, wanted: NewTarget): Beginning {
  if (wanted.kind === 'client') return clientBeginning(file, wanted);
  const text = wanted.kind === 'mock' ? mockTemplate() : servicesTemplate(wanted.services);
  return { text: forEditors(file, text), beside: new Map() };
}

/** What is not given is left out: an address that leads nowhere would be certified as one that is down. */
function servicesTemplate(given: Readonly<Partial<Record<string, string>>>): string {
  const edits = Object.keys(serviceRows).map((name) => ({ path: ['services', name], value: given[name] }));
  if (edits.every(({ value }) => value === undefined))
    throw new ConfigurationError(
      'need at least one address',
      { at: 'services' },
      "with none, a run would certify the suite's own mock and not your services",
    );
  return editYaml(templateText, edits);
}

function clientBeginning(file: string, wanted: NewTarget & { readonly kind: 'client' }): Beginning {
  const unknown = wanted.roles.find((role) => !integratorRoles.some((each) => each === role));
  if (unknown !== undefined || wanted.roles.length === 0)
    throw new ConfigurationError(
      unknown === undefined ? 'names none' : `${unknown} is no role`,
      { at: 'roles' },
      `there are ${integratorRoles.join(', ')}`,
    );
  const isProgram = wanted.start === 'program';
  const language = wanted.language ?? 'node';
  return {
    text: forEditors(file, clientTemplate(wanted.roles, startOf(wanted, language))),
    beside: isProgram ? filesOf(language) : new Map(),
  };
}

function startOf({ start, url }: NewTarget & { readonly kind: 'client' }, language: string): ClientStart {
  if (start === 'program') return { command: languageOf(language).command };
  return start === 'url' ? { url: url ?? 'http://127.0.0.1:9000' } : { manual: true };
}
