import { deliberateMistakes } from '../contract/deliberate-mistakes';
import type { OperationId } from '../contract/operations';
import { removeItemFromVariant } from '../contract/transfer';
import type { RequestPurpose } from '../exchange/exchange';
import { describePurpose } from './purpose-words';
import type { Scenario } from './scenario-events';

/** The part of a scenario that {@link labelOfPurpose} reads. */
export type NamedScenario = Pick<Scenario, 'name' | 'obligations'>;

/**
 * Returns the label of evidence that the suite asked for: the title of the scenario that tests this variant, with the
 * values of its row. Several scenarios share one batch of requests, so the running scenario would be the wrong label.
 * If no scenario tests the variant, as for a valid twin, describes the request.
 */
export function labelOfPurpose(
  asked: RequestPurpose,
  operation: OperationId | undefined,
  loaded: readonly NamedScenario[],
): string {
  const { part, variant } = asked;
  const title =
    part === 'valid'
      ? titleOfTrigger(asked, loaded)
      : titleOfMistake(removeItemFromVariant(variant), operation, loaded);
  return title ?? describePurpose(asked);
}

/** Words in the title of a scenario that name the operation of a wrong request. */
const wordsOfOperation: Partial<Record<OperationId, RegExp>> = {
  'session.create': /session/,
  'certificate.identity': /certificate(?!.*"registry")/,
  'certificate.registry': /certificate(?!.*"identity")/,
};

/**
 * Returns the title of the scenario that sends a variant. If several scenarios send it, prefers those that name the
 * operation, and then the first one.
 */
function titleOfMistake(
  variant: string,
  operation: OperationId | undefined,
  loaded: readonly NamedScenario[],
): string | undefined {
  const wanted = (operation && wordsOfOperation[operation]) ?? /(?:)/;
  const titles = Object.entries(deliberateMistakes).flatMap(([id, mistakes]) => {
    const words = new Map(Object.entries(mistakes)).get(variant);
    const named = loaded.filter(({ obligations }) => obligations.includes(id)).map(({ name }) => name);
    return words === undefined ? [] : named.filter((name) => name === words || name.endsWith(` ${words}`));
  });
  return titles.find((title) => wanted.test(title)) ?? titles[0];
}

/** Returns the title of the scenario for a valid trigger of the dummy payer, such as `"Approve" for "Preauth"`. */
function titleOfTrigger(
  { round, variant }: RequestPurpose,
  loaded: readonly NamedScenario[],
): string | undefined {
  const [, method] = /^trigger\/(Preauth|Claim)$/.exec(round) ?? [];
  const title = `"${variant}" for "${method ?? ''}"`;
  return loaded.find(({ name }) => name === title)?.name;
}
