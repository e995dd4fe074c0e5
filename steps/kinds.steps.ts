import { defineParameterType } from '@cucumber/cucumber';
import { fieldAspects, fieldKinds, leakSites, valueKinds } from '../support/scenarios/matchers/fields';
import { materialPattern } from '../support/scenarios/matchers/key-material';
import { partKinds } from '../support/scenarios/matchers/parts';
import { bundleKinds, openings, secrets } from '../support/scenarios/matchers/transfers';

/** Kinds in the words of the features: each is one of a list that the turns of a conversation know. */
const words = {
  bundle: bundleKinds,
  opening: openings,
  secret: secrets,
  parts: partKinds,
  field: fieldKinds,
  fieldAspect: fieldAspects,
  values: valueKinds,
  leakSite: leakSites,
} as const satisfies Readonly<Record<string, readonly string[]>>;

for (const [name, known] of Object.entries(words))
  defineParameterType({
    name,
    regexp: new RegExp(known.join('|')),
    transformer: (text: string) => text,
  });

/** `"ECDH"`, or a form such as `32 bytes long`. */
defineParameterType({ name: 'material', regexp: materialPattern, transformer: (text: string) => text });
