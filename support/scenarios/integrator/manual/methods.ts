import type { Method } from '../../../adapter/protocol';
import { demands } from '../../../adapter/roles';
import type { Role } from '../../../contract/words';

/** What a person can make their own system do for each service. */
const ofServices = ['session.create', 'certificate.fetch', 'fields.send', 'otp.verify'] as const;

/** What a person can make it do, or say of it, in the flows with the payer. */
const ofProvider = [
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
  'communication.reply',
  'cycle.get',
] as const;
const ofTrigger = ['dummyPayer.trigger', 'paymentNotice.init'] as const;

export type ServiceMethod = (typeof ofServices)[number];
export type PayerMethod = (typeof ofProvider | typeof ofTrigger)[number];
/** A call that a person is asked to have made. */
export type ManualMethod = ServiceMethod | PayerMethod;

export function isPayerMethod(method: Method): method is PayerMethod {
  return ([...ofProvider, ...ofTrigger] as readonly Method[]).includes(method);
}

export function isManual(method: Method): method is ManualMethod {
  return isPayerMethod(method) || (ofServices as readonly Method[]).includes(method);
}

/** Roles that need another way than by hand. */
const otherwise: readonly Role[] = ['hip', 'hiu'];

/**
 * What a person of these roles is asked for. Who only deals with the payer has a session and nothing else of the services;
 * `reached`: callbacks have a way to their system.
 */
export function offeredByHand(roles: readonly Role[], reached: boolean): readonly ManualMethod[] {
  const paying = roles.includes('provider') || roles.includes('trigger');
  const others = roles.some((role) => role === 'identity' || role === 'registry');
  return [
    ...(paying && !others ? (['session.create'] as const) : ofServices),
    ...(roles.includes('provider') && reached ? ofProvider : []),
    ...(roles.includes('trigger') ? ofTrigger : []),
  ];
}

/** What of the roles cannot be done by hand, in words. */
export function notByHand(roles: readonly Role[]): string[] {
  const left = otherwise.filter((role) => roles.includes(role));
  if (left.length === 0) return [];
  const calls = left.flatMap((role) => demands[role as 'hip' | 'hiu'].needs.flat());
  return [
    `${calls.join(', ')} (role ${left.join(', ')}): conform challenge judges transfers from a file, without an adapter`,
  ];
}
