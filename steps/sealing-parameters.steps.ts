import { defineParameterType } from '@cucumber/cucumber';
import { leakPlaces } from '../support/scenarios/examples/leaks';
import { fieldAspects, fieldKinds, leakSites, valueKinds } from '../support/scenarios/turns/fields';
import { memberForms } from '../support/scenarios/turns/key-material';
import { partKinds } from '../support/scenarios/turns/parts';
import { bundleKinds, openings, secrets } from '../support/scenarios/turns/transfers';

/** Kinds in the words of the features: each is one of a list that the turns of a conversation know. */
const words = {
  bundle: bundleKinds,
  opening: openings,
  secret: secrets,
  parts: partKinds,
  memberForm: memberForms,
  field: fieldKinds,
  fieldAspect: fieldAspects,
  value: valueKinds,
  leakSite: leakSites,
  leakPlace: leakPlaces,
} as const satisfies Readonly<Record<string, readonly string[]>>;

for (const [name, known] of Object.entries(words))
  defineParameterType({
    name,
    regexp: new RegExp(known.join('|')),
    transformer: (text: string) => text,
  });

defineParameterType({ name: 'way', regexp: /\S.*/, transformer: (text: string) => text });
