import pc from 'picocolors';
import type { KnownParameter, KnownStep, Vocabulary } from './cucumber/step-library';
import { loadVocabulary } from './cucumber/step-library';
import { exitCodes } from './exit-codes';
import { print } from './print';

/** `conform steps`: the vocabulary that the features are written in. */
export async function tellSteps({ json }: { readonly json?: true }): Promise<number> {
  const vocabulary = await loadVocabulary();
  print(json, vocabulary, () => render(vocabulary));
  return exitCodes.conforms;
}

function render({ steps, parameters }: Vocabulary): string {
  const nouns = [...new Set(steps.map(({ noun }) => noun))];
  return [
    ...nouns.flatMap((noun) => [
      pc.bold(noun),
      ...steps.filter((step) => step.noun === noun).flatMap(tell),
      '',
    ]),
    pc.bold('parameters'),
    ...parameters.map(tellParameter),
    '',
    `${steps.length} steps`,
  ].join('\n');
}

function tell({ text, example }: KnownStep): string[] {
  const isPlain = example === undefined || example === text;
  return [`  ${text}`, ...(isPlain ? [] : [pc.dim(`      ${example}`)])];
}

function tellParameter({ name, words }: KnownParameter): string {
  return `  {${name}}  ${words.length === 0 ? 'any text' : words.map((word) => word.replace('s?', '(s)')).join(', ')}`;
}
