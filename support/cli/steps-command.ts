import type { Command } from 'commander';
import pc from 'picocolors';
import { ending } from './boundary';
import type { KnownParameter, KnownStep, Vocabulary } from './cucumber/step-library';
import { loadVocabulary } from './cucumber/step-library';
import { exitCodes } from './exit-codes';
import { options } from './options';
import { print } from './print';

/** `conform steps`: the vocabulary that the features are written in. */
export function addStepsCommand(conform: Command): void {
  conform
    .command('steps')
    .description('List the steps that features are written in, by noun, each with an example.')
    .addOption(options.json('the steps as JSON'))
    .action(ending(tellSteps));
}

async function tellSteps({ json }: { readonly json?: true }): Promise<number> {
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
