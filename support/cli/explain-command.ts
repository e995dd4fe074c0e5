import { explain } from '../explain/explanation';
import { contractObligations } from '../obligations';
import { checkIds } from '../run/settings';
import { exitCodes } from './exit-codes';
import { explanationText } from './explain-text';
import { print } from './print';

/** `conform explain`: what an obligation demands, how it is shown, and how it is kept and broken. */
export function explainAll(texts: readonly string[], { json }: { readonly json?: true }): number {
  const ids = texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
  const explanations = checkIds(ids, 'explain').map((id) => explain(contractObligations.get(id)));
  print(json, explanations, () => explanations.map(explanationText).join('\n\n\n'));
  return exitCodes.conforms;
}
