import type { Command } from 'commander';
import { explain } from '../explain/explanation';
import { contractObligations } from '../obligations';
import { checkIds } from '../run/settings';
import { ending } from './boundary';
import { exitCodes } from './exit-codes';
import { explanationText } from './explain-text';
import { options } from './options';
import { print } from './print';

/** `conform explain`: what an obligation demands, how it is shown, and how it is kept and broken. */
export function addExplainCommand(conform: Command): void {
  conform
    .command('explain')
    .description(
      'Explain obligations: the words of the document, what shows them, a right and a wrong exchange.',
    )
    .argument('<ids...>', 'obligation ids, upper or lower case')
    .addOption(options.json('the explanations as JSON'))
    .action(ending(explainAll));
}

function explainAll(texts: readonly string[], { json }: { readonly json?: true }): number {
  const ids = texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
  const explanations = checkIds(ids, 'explain').map((id) => explain(contractObligations.get(id)));
  print(json, explanations, () => explanations.map(explanationText).join('\n\n\n'));
  return exitCodes.conforms;
}
