import { integratorRoles } from '../../../../adapter/roles';
import { languageNames, languageOf } from '../../../../cli/init/languages';
import type { JsonSchema } from '../../../../contract/readings';
import { schemaWithin } from '../../../../contract/schemas';
import { contractObligations } from '../../../../obligations';
import type { FormField, FormSection, SectionId, TargetForm } from '../../../wire/setup';
import { meaningful } from '../emptied';
import { fieldOf } from './field-of';
import { readingFields } from './reading-fields';
import { resolverOf } from './schema-node';

const sectionIds: readonly SectionId[] = [
  ...([
    'about',
    'services',
    'integrator',
    'payers',
    'limits',
    'declarations',
    'readings',
    'further',
  ] as const),
];

/** The members at the top of a target file, in the order in which a person is asked for them. */
const sections: Readonly<Partial<Record<SectionId, readonly string[]>>> = {
  about: ['name', 'environment', 'product', 'facility', 'operator', 'edition'],
  services: ['services', 'credentials', 'otp', 'cmId', 'tls', 'paths'],
  integrator: ['integrator', 'mock', 'logs'],
  payers: ['callback', 'encryption', 'participants', 'dummyPayerToken'],
  limits: ['limits'],
  declarations: ['declarations'],
  readings: ['readings'],
};

/** Members that few need. */
const rare: readonly string[] = [
  ...['edition', 'product.digest', 'cmId', 'paths', 'tls', 'mock', 'logs', 'dummyPayerToken'],
  ...['integrator.env', 'integrator.cwd', 'integrator.processes', 'limits.callMs', 'limits.callbackMs'],
  ...['limits.searchMs', 'limits.timeoutMs'],
];

/** The form that a schema of target files comes to. What a later schema adds is never left out of it. */
export function formOf(schema: JsonSchema = schemaWithin('target')): TargetForm {
  const resolve = resolverOf(schema);
  const { properties = {}, required = [] } = resolve(schema);
  const field = (name: string): FormField => ({
    ...fieldOf(properties[name] ?? {}, {
      path: [name],
      isRequired: required.includes(name),
      isRare: (path) => rare.includes(path.join('.')),
      resolve,
    }),
    ...(meaningful.includes(name) && { mayBeEmpty: true }),
  });
  const placed = Object.values(sections).flat();
  const others = Object.keys(properties).filter((name) => !placed.includes(name));
  const fieldsOf = (id: SectionId): FormField[] => {
    if (id === 'further') return others.map(field);
    if (id === 'declarations') return [declarations(field('declarations'))];
    if (id === 'readings') return readingFields();
    return (sections[id] ?? []).filter((name) => Object.hasOwn(properties, name)).map(field);
  };
  return {
    sections: sectionIds
      .map((id): FormSection => ({ id, fields: fieldsOf(id) }))
      .filter(({ fields }) => fields.length > 0),
    roles: integratorRoles,
    languages: languageNames().map((id) => ({ id, name: languageOf(id).name })),
  };
}

/** Names what there is to declare, so that no one has to look for ids. */
function declarations(field: FormField): FormField {
  const declared = contractObligations.all.filter(({ seen }) => seen === 'declared');
  return { ...field, keys: declared.map(({ id, title }) => ({ key: id, about: title })) };
}
