import { methodsByAction, roleRequirements, isIntegratorRole } from '../adapter/roles';
import type { AdapterMethod } from '../adapter/protocol';
import type { Exchange } from '../exchange/exchange';
import type { Obligation } from '../obligations';
import { isSkipMessage } from './hand/person';
import { pathOfRequest } from '../exchange/address';

/** A call that the client answered with an error, and what crossed the wire meanwhile. */
interface Refusal {
  readonly method: AdapterMethod;
  readonly message: string;
  readonly exchanges: readonly Exchange[];
  /** The suite was playing a fault: a client may send nothing for a while after one. */
  readonly underFault: boolean;
  /** What it may come from, where that is likely. */
  readonly unread?: string | undefined;
}

const answered = 'the client answered: ';

/**
 * What a client did not do explains what was not exercised. Values that are too long are to be refused, and so are
 * transfers that were spoilt; and an error that follows from a fault of the suite's own explains nothing.
 */
export function noteRefusal(
  leftOut: string[],
  { method, message, exchanges, unread, underFault }: Refusal,
): void {
  if (method === 'field.encrypt' || method.startsWith('transfer.')) return;
  if (isSkipMessage(message)) leftOut.push(`${method} (${message})`);
  else if (
    !underFault &&
    exchanges.every(({ stimulus }) => stimulus === undefined) &&
    !leftOut.some((each) => each.startsWith(`${method} (`) && each.includes(answered))
  ) {
    // A stack trace can be long: what helps stands in front of it.
    const likely = unread === undefined ? '' : `${unread}; `;
    leftOut.push(`${method} (${likely}${answered}${message}${whereLost(exchanges)})`);
  }
}

/** The path at which there is nothing: mostly the reason of the error, and more exact than its words. */
function whereLost(exchanges: readonly Exchange[]): string {
  const lost = exchanges.find(
    ({ operation, response }) => operation === undefined && response?.status === 404,
  );
  return lost === undefined ? '' : `; the mock answered 404 at ${lost.request.method} ${pathOfRequest(lost)}`;
}

/** Of what was left out, what an obligation stands on. The first error is mostly the cause of the others. */
export function leftOutFor(about: Pick<Obligation, 'roles' | 'act'>, leftOut: readonly string[]): string[] {
  const stands = methodsFor(about);
  const concerned = leftOut.filter((each) => {
    const method = /^[a-z]+\.[a-z]+(?= \()/i.exec(each)?.[0];
    return method === undefined || stands.has(method);
  });
  const first = concerned.find((each) => each.includes(answered));
  return concerned.filter((each) => each === first || !each.includes(answered));
}

/** The calls that can show an obligation, and the session that they all need. */
function methodsFor({ roles, act }: Pick<Obligation, 'roles' | 'act'>): ReadonlySet<string> {
  const byRole = roles
    .filter(isIntegratorRole)
    .flatMap((role) => [...roleRequirements[role].needs.flat(), ...roleRequirements[role].may]);
  return new Set<string>(['session.create', ...(act === undefined ? byRole : methodsByAction[act].by)]);
}
