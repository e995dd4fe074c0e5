import { methodsByAction, roleRequirements, isIntegratorRole } from '../adapter/roles';
import type { AdapterMethod } from '../adapter/protocol';
import type { Exchange } from '../exchange/exchange';
import type { Obligation } from '../obligations';
import type { MissedCall } from './evidence';
import { isSkipMessage } from './hand/person';
import { pathOfRequest } from '../exchange/address';

/** A call that the client answered with an error, and the exchanges that were recorded during the call. */
interface Refusal {
  readonly method: AdapterMethod;
  readonly message: string;
  readonly exchanges: readonly Exchange[];
  /** Whether the suite was playing a fault. A client may pause its requests for a while after one. */
  readonly underFault: boolean;
  /** A likely cause of the error; `undefined` if none was found. */
  readonly unread?: string | undefined;
}

/**
 * Notes a call that the client answered with an error, because the error may be the reason for missing evidence.
 * Ignores calls that the client had to refuse (a value that is too long, a transfer that the suite altered), and errors
 * that follow from a fault that the suite played.
 */
export function noteRefusal(
  missed: MissedCall[],
  { method, message, exchanges, unread, underFault }: Refusal,
): void {
  if (method === 'field.encrypt' || method.startsWith('transfer.')) return;
  const methods = [method];
  if (isSkipMessage(message)) missed.push({ methods, text: `${method} (${message})` });
  else if (
    !underFault &&
    exchanges.every(({ stimulus }) => stimulus === undefined) &&
    !missed.some((each) => each.isError === true && each.methods?.includes(method) === true)
  ) {
    // The likely reason comes first, because the client's message can contain a long stack trace.
    const likely = unread === undefined ? '' : `${unread}; `;
    const text = `${method} (${likely}the client answered: ${message}${whereLost(exchanges)})`;
    missed.push({ methods, isError: true, text });
  }
}

/**
 * Returns a text about the first 404 of an unknown path, because that path usually explains the error better than the
 * client's message. Returns `''` without such a 404.
 */
function whereLost(exchanges: readonly Exchange[]): string {
  const lost = exchanges.find(
    ({ operation, response }) => operation === undefined && response?.status === 404,
  );
  return lost === undefined ? '' : `; the mock answered 404 at ${lost.request.method} ${pathOfRequest(lost)}`;
}

/**
 * Returns each missed call that the obligation needs. Of the errors, returns only the first, because it is usually the
 * cause of the others.
 */
export function missedCallsFor(
  about: Pick<Obligation, 'roles' | 'act'>,
  missed: readonly MissedCall[],
): MissedCall[] {
  const needed = methodsFor(about);
  const concerned = missed.filter(({ methods }) => methods?.some((each) => needed.has(each)) !== false);
  const first = concerned.find(({ isError }) => isError === true);
  return concerned.filter((each) => each === first || each.isError !== true);
}

/** Whether the client answered `session.create` with an error. */
export const isSessionError = ({ isError, methods }: MissedCall): boolean =>
  isError === true && methods?.includes('session.create') === true;

/** Returns the methods that can provide evidence for an obligation, and `session.create`, which all of them need. */
function methodsFor({ roles, act }: Pick<Obligation, 'roles' | 'act'>): ReadonlySet<string> {
  const byRole = roles
    .filter(isIntegratorRole)
    .flatMap((role) => [...roleRequirements[role].needs.flat(), ...roleRequirements[role].may]);
  return new Set<string>(['session.create', ...(act === undefined ? byRole : methodsByAction[act].by)]);
}
