import { counted } from '../../contract/counted';
import { services as serviceRows } from '../../contract/services';
import { whyNotApplicable } from '../../judging/applicability';
import { contractObligations } from '../../obligations';
import type { Target } from '../../targets/target';
import { transferRolesIn, transfersNeedAdapter } from '../transfer-roles';
import type { Line } from './line';
import { warning } from './line';

/** Roles that a person cannot play: told first, since the run would be in vain. */
export function transferLines(target: Target): Line[] {
  const roles = transferRolesIn(target.roles);
  if (target.integrator?.manual !== true || roles.length === 0) return [];
  const open = contractObligations.all
    .filter((each) => whyNotApplicable(each, target) === undefined)
    .filter(({ roles: bound }) => transferRolesIn(bound).length === bound.length)
    .filter(({ seen }) => seen !== 'declared');
  const stay = `${counted(open.length, 'obligation stays', 'obligations stay')} open, and the run ends incomplete`;
  return [warning(`roles ${roles.join(', ')}`, `${stay}. ${transfersNeedAdapter(roles)}`)];
}

/** What a run leaves out because the target names some services and not others. */
export function unnamedLines(target: Target): Line[] {
  const everyService = Object.fromEntries(
    Object.keys(serviceRows).map((name) => [name, 'https://any.example']),
  );
  const whole = { ...target, services: { ...everyService, ...target.services } };
  const left = new Map<string, string[]>();
  for (const each of contractObligations.all.filter(({ subject }) => subject === 'service')) {
    const reason = whyNotApplicable(each, target);
    if (reason === undefined || whyNotApplicable(each, whole) !== undefined) continue;
    left.set(reason, [...(left.get(reason) ?? []), each.id]);
  }
  return [...left].map(([reason, ids]) =>
    warning(
      'services',
      `${reason}; the verdict leaves out ${counted(ids.length, 'obligation')}: ${ids.join(', ')}`,
    ),
  );
}
