import { bareName, isLikelyTypo } from './is-likely-typo';
import { operationById } from './operations';

/** The operations of the dummy payer (clauses 4.4, 4.5). */
export type TriggerOperation = 'dummyPayer.trigger' | 'paymentNotice.init';

const triggers: readonly { readonly id: TriggerOperation; readonly members: readonly string[] }[] = [
  { id: 'dummyPayer.trigger', members: ['action', 'method', 'correlationId'] },
  { id: 'paymentNotice.init', members: ['providerId', 'claimNumber'] },
];

/** Returns whether a method only asks about a resource, and causes nothing, as in a CORS preflight. */
export const isProbe = (method: string): boolean => ['HEAD', 'OPTIONS'].includes(method);

/** The parts of a request to the dummy payer that show its purpose. */
interface PayerRequest {
  readonly method: string;
  readonly path: string;
  /** The names of the members of the body. */
  readonly members: readonly string[];
}

/**
 * Returns the trigger that a request to the dummy payer is meant as, or `undefined` for any other request. The document
 * names two operations of the dummy payer, and does not forbid others, such as a health check. A request is meant as a
 * trigger if its path resembles the documented one, or if its body has all documented members.
 */
export function meantTrigger({ method, path, members }: PayerRequest): TriggerOperation | undefined {
  if (isProbe(method)) return undefined;
  const names = new Set(members.map(bareName));
  const meant =
    triggers.find(({ id }) => isNearPath(path, operationById(id).path)) ??
    triggers.find((each) => each.members.every((name) => names.has(bareName(name))));
  return meant?.id;
}

/**
 * Returns whether the end of a path resembles a documented path: it differs in letter case, in hyphens or slashes, or
 * in one misspelt character. Any base address and any version may precede it.
 */
function isNearPath(path: string, documented: string): boolean {
  const segments = path.split('/').filter((each) => each !== '');
  // The documented paths consist of two or three words, and a misspelt path may divide them otherwise.
  return [1, 2, 3].some((count) => isLikelyTypo(segments.slice(-count).join('/'), documented));
}
