import type { CertifiedService, FieldToSend, Params } from '../../adapter/protocol';
import { withSegments } from '../../contract/operations';
import { nationalIdNames } from '../../contract/readings';
import { enrolmentPaths } from '../../mock/enrolment';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';

type Body = Params<'fields.send'>;

const purpose = 'sent fields';

/** Several fields in one body to the identity service: encrypted ones, each for itself, among plain ones. */
export function identityBody(run: Run, played: PlayedServices): Body {
  const digits = (count: number): string => run.plan.madeUp.digits(purpose, count);
  const nationalId = played.plant('national-id', digits(12)).value;
  const mobile = played.plant('mobile', digits(10)).value;
  const loginId = played.plant('national-id', digits(12)).value;
  return bodyTo('identity', run, [
    { name: 'loginId', value: loginId, encrypted: true },
    { name: nationalIdNames(run.target.readings)[0] ?? '', value: nationalId, encrypted: true },
    { name: 'mobile', value: mobile, encrypted: true },
    nameField(run, played),
  ]);
}

/** A mobile number in a field that is not documented as encrypted (clause 2.4). */
export function plainMobileBody(run: Run, played: PlayedServices): Body {
  const mobile = played.plant('value', run.plan.madeUp.digits(purpose, 10)).value;
  return bodyTo('identity', run, [
    { name: 'mobile', value: mobile, encrypted: false },
    nameField(run, played),
  ]);
}

/** What a client tells the registry that verifies no OTP by an operation of its own: OTP and national ID, encrypted. */
export function registryBody(run: Run, played: PlayedServices): Body {
  const { otp, txnId } = played.mock.account;
  const nationalId = played.plant('national-id', run.plan.madeUp.digits(purpose, 12)).value;
  return bodyTo('registry', run, [
    { name: 'otp', value: played.plant('otp', otp).value, encrypted: true },
    { name: nationalIdNames(run.target.readings)[0] ?? '', value: nationalId, encrypted: true },
    { name: 'txnId', value: txnId, encrypted: false },
    nameField(run, played),
  ]);
}

/** The creation of an ID by the registry, for a client whose OTPs come by an operation of their own. */
export function creationBody(run: Run, played: PlayedServices): Body {
  const nationalId = played.plant('national-id', run.plan.madeUp.digits(purpose, 12)).value;
  return bodyTo('registry', run, [
    { name: nationalIdNames(run.target.readings)[0] ?? '', value: nationalId, encrypted: true },
    nameField(run, played),
  ]);
}

/** The body that a service gets whose fields are about to be looked at. */
export function usualBody(service: CertifiedService, run: Run, played: PlayedServices): Body {
  return service === 'identity' ? identityBody(run, played) : registryBody(run, played);
}

function nameField({ plan: { madeUp } }: Run, played: PlayedServices): FieldToSend {
  const { value } = played.plant('value', `Asha ${madeUp.marker(purpose).slice(0, 8)}`);
  return { name: 'name', value, encrypted: false };
}

function bodyTo(service: CertifiedService, { target }: Run, fields: readonly FieldToSend[]): Body {
  return { service, path: withSegments(enrolmentPaths[service], target.paths), fields };
}
