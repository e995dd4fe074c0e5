import { defineParameterType } from '@cucumber/cucumber';
import { leakPlaces } from '../support/scenarios/examples/leaks';
import { suiteActs, wrongActNames } from '../support/scenarios/service/acts';
import { fieldAspects, fieldKinds, leakSites } from '../support/scenarios/matchers/fields';
import { integratorActs, stimulusTexts } from '../support/scenarios/turns/integrator-acts';
import { materialPattern } from '../support/scenarios/matchers/key-material';
import { partKinds } from '../support/scenarios/matchers/parts';
import { transferStates } from '../support/scenarios/turns/transfer-states';
import { bundleKinds, openings, secrets } from '../support/scenarios/matchers/transfers';

/** Kinds in the words of the features: each is one of a list that the turns of a conversation know. */
const words = {
  bundle: bundleKinds,
  opening: openings,
  secret: secrets,
  parts: partKinds,
  transferState: transferStates,
  field: fieldKinds,
  fieldAspect: fieldAspects,
  integratorAct: integratorActs,
  stimulus: stimulusTexts,
  suiteAct: suiteActs,
  wrongAct: wrongActNames,
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

/** `"ECDH"`, or a form such as `32 bytes long`. */
defineParameterType({ name: 'material', regexp: materialPattern, transformer: (text: string) => text });
