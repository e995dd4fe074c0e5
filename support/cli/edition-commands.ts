import { differenceOf } from '../editions/difference';
import { findEdition, knownEditions } from '../editions/known';
import { differenceText, editionList } from './edition-text';
import { exitCodes } from './exit-codes';
import { print } from './print';

/** `conform contract` alone: the editions that the suite knows. */
export function listEditions(json: true | undefined): number {
  const known = knownEditions();
  const rows = known.all.map(({ name, title, date, digest, obligations }) => ({
    name,
    current: name === known.current.name,
    title,
    date,
    digest,
    obligations: Object.keys(obligations).length,
  }));
  print(json, rows, () => editionList(known));
  return exitCodes.conforms;
}

/** `conform contract --diff OLD [NEW]`: what a new edition asks for. */
export function tellDifference([old = '', now]: readonly string[], json: true | undefined): number {
  const known = knownEditions();
  const after = now === undefined ? known.current : findEdition(now, known);
  const difference = differenceOf(findEdition(old, known), after);
  print(json, difference, () => differenceText(difference));
  return exitCodes.conforms;
}
