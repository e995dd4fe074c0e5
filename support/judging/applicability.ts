import type { Obligation, ObligationId } from '../obligations';
import type { Role } from '../contract/words';
import type { ServiceName } from '../contract/operations';
import { operations } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import type { IntegratorTarget } from '../targets/target';
import { playsOverTls } from '../targets/target';

/** What decides whether an obligation concerns a target at all. */
export interface Applicability {
  /** Services that the run can reach by address; those of the mock where the target names none. */
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly environment: 'sandbox' | 'production';
  readonly roles: readonly Role[];
  /** The client under certification; absent: there is none. */
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
  readonly readings: Pick<
    ReadingValues,
    'bridge-scoped' | 'callback-jwt' | 'plan-answer' | 'eligibility-answer' | 'payment-prompt'
  >;
}

const serviceOfRole: Readonly<Partial<Record<Role, ServiceName>>> = {
  gateway: 'gateway',
  identity: 'identity',
  registry: 'registry',
  payer: 'dummyPayer',
};

/** Active obligations that valid calls alone can show. */
const harmless: readonly string[] = ['TOK-06', 'SEC-02'];

/** Why an obligation is not applicable to a target; `undefined` where it is. */
export function whyNotApplicable(
  obligation: Obligation & { readonly id: ObligationId },
  about: Applicability,
): string | undefined {
  if (obligation.subject === 'integrator') return integratorReason(obligation, about);
  const missing = obligation.roles.find((role) => {
    const service = serviceOfRole[role];
    return service !== undefined && about.services[service] === undefined;
  });
  if (missing !== undefined) return `the target names no ${serviceOfRole[missing] ?? missing}`;
  if (obligation.roles.includes('payer') && about.services.provider === undefined)
    return 'the target names no provider: set services.provider to the base of the v1/… operations';
  const unread = readingReason(obligation.id, about);
  if (unread !== undefined) return unread;
  if (obligation.id === 'SEC-02' && Object.values(about.services).every((base) => base.startsWith('http:')))
    return 'plain http on loopback';
  if (about.environment === 'production' && obligation.seen === 'active' && !harmless.includes(obligation.id))
    return 'the environment is production: no active probes are sent there';
  return undefined;
}

function integratorReason(
  obligation: Obligation & { readonly id: ObligationId },
  about: Applicability,
): string | undefined {
  if (about.integrator === undefined) return 'the target names no integrator';
  const { id } = obligation;
  const unread = readingReason(id, about);
  if (unread !== undefined) return unread;
  if (id === 'SEC-01' && !playsOverTls(about)) return 'plain http on loopback: set mock.tls to judge it';
  return roleReason(obligation, about);
}

const onJwt: readonly string[] = ['CBK-02', 'CBK-03', 'CBK-04', 'CBK-08'];
const callbackOperations: readonly string[] = operations
  .filter(({ receiver }) => receiver === 'provider')
  .flatMap(({ id, path }) => [id, path]);

/** What a reading would enable, and does not. */
function readingReason(id: ObligationId, { readings }: Applicability): string | undefined {
  const scoped = readings['bridge-scoped'];
  const { carried, issuer, audience } = readings['callback-jwt'];
  if (id === 'HDR-12' && scoped === null)
    return 'the target names no bridge-scoped operations: set readings.bridge-scoped';
  if (id === 'CBK-07' && scoped?.some((name) => isCallbackName(name, readings)) !== true)
    return 'the target names no bridge-scoped callbacks: set readings.bridge-scoped';
  if (onJwt.includes(id) && !carried) return 'callbacks of the payer carry no JWT by readings.callback-jwt';
  if (id === 'CBK-08' && issuer === null && audience === null)
    return 'the target states neither issuer nor audience: set them in readings.callback-jwt';
  return undefined;
}

function isCallbackName(name: string, readings: Applicability['readings']): boolean {
  const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
  return [...callbackOperations, ...named].includes(name);
}

function roleReason({ roles }: Obligation, about: Applicability): string | undefined {
  const applies = roles.some((role) => about.roles.includes(role));
  return applies ? undefined : `the target does not play ${roles.join(' or ')}`;
}
