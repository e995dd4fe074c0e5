import { methodsByAction } from '../../adapter/roles';
import type { CallOutcome } from '../../adapter/channel';
import type { CertifiedService, FieldToSend, AdapterMethod, MethodParams } from '../../adapter/protocol';
import { fillPathSegments } from '../../contract/operations';
import { NotApplicableError } from '../../contract/outcome';
import { mobileOtpPath, nationalIdNames } from '../../contract/readings';
import { notTestedError } from '../../exchange/reason';
import { isPreflight } from '../../exchange/exchange';
import { enrolmentPaths } from '../../contract/enrolment-paths';
import { findActionGap } from '../../obligations/judge/gaps';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import type { PlayedServices } from './played-services';

type Body = MethodParams<'fields.send'>;

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

/** An OTP in an identity flow: a body of its own, so that no other field decides whether the OTP is accepted. */
export function identityOtpBody(run: Run, played: PlayedServices): Body {
  return bodyTo('identity', run, otpFields(played));
}

/** The OTP and the transaction of a verification (clause 2.5). */
function otpFields({ mock, plant }: PlayedServices): FieldToSend[] {
  const { otp, txnId } = mock.account;
  return [
    { name: 'otp', value: plant('otp', otp).value, encrypted: true },
    { name: 'txnId', value: txnId, encrypted: false },
  ];
}

/** The verify-mobile-OTP call of a service, at the path that the target names (clause 2.4). */
export function mobileOtpBody(service: CertifiedService, { target }: Run, played: PlayedServices): Body {
  return { service, path: mobileOtpPath(target.readings, service) ?? '', fields: otpFields(played) };
}

/** The services of the target for which it names the path of the verify-mobile-OTP call. */
export const mobileVerifiersOf = (run: Pick<Run, 'target'>): CertifiedService[] =>
  certifiedServicesOf(run).filter((each) => mobileOtpPath(run.target.readings, each) !== undefined);

/** A mobile number in a field that is not documented as encrypted (clause 2.4). */
export function plainMobileBody(service: CertifiedService, run: Run, played: PlayedServices): Body {
  const mobile = played.plant('value', run.plan.madeUp.digits(purpose, 10)).value;
  return bodyTo(service, run, [{ name: 'mobile', value: mobile, encrypted: false }, nameField(run, played)]);
}

/** A mobile number in a field of the registry that is documented as encrypted (clause 2.4). */
export function encryptedMobileBody(run: Run, played: PlayedServices): Body {
  const mobile = played.plant('mobile', run.plan.madeUp.digits(purpose, 10)).value;
  return bodyTo('registry', run, [
    { name: 'mobile', value: mobile, encrypted: true },
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
function usualBody(service: CertifiedService, run: Run, played: PlayedServices): Body {
  return service === 'identity' ? identityBody(run, played) : registryBody(run, played);
}

function nameField({ plan: { madeUp } }: Run, played: PlayedServices): FieldToSend {
  const { value } = played.plant('value', `Asha ${madeUp.marker(purpose).slice(0, 8)}`);
  return { name: 'name', value, encrypted: false };
}

function bodyTo(service: CertifiedService, { target }: Run, fields: readonly FieldToSend[]): Body {
  return { service, path: fillPathSegments(enrolmentPaths[service], target.paths), fields };
}

/** A call that makes something happen; it can be made again and again. */
export type RepeatableCall = () => Promise<CallOutcome<AdapterMethod>>;

/** What a stimulus needs of an adapter that drives it. */
type Offering = Pick<AdapterSession, 'offers' | 'played' | 'act'>;

/** The services whose certificates belong to the roles that the target plays. */
export function certifiedServicesOf({ target }: Pick<Run, 'target'>): CertifiedService[] {
  return (['identity', 'registry'] as const).filter((service) => target.roles.includes(service));
}

/** Whether the client may be asked for a call at all, whatever it offers. */
function isAllowed({ target }: Run, method: AdapterMethod): boolean {
  // A provider would be prompted, and might be gone by then; and another token than the session's shows nothing.
  const isProvider = target.roles.includes('provider');
  if (method === 'paymentNotice.init' && (isProvider || target.dummyPayerToken !== undefined)) return false;
  // Every other call would send what is made for tests.
  return target.environment !== 'production' || method === 'certificate.fetch';
}

/**
 * Returns a call that makes the client send its access token; `undefined` if the adapter offers no method for that. If a
 * method sends no request, the call tries the next one: `certificate.fetch` of a client with a built-in key does nothing.
 * A person is asked for the first method only.
 */
export function findTokenCall(run: Run, adapter: Offering): RepeatableCall | undefined {
  const [first, ...others] = tokenMethods(run, (each) => adapter.offers(each));
  if (first === undefined) return undefined;
  const drive = driveBy(first, run, adapter);
  if (run.target.integrator?.manual === true) return drive;
  return async () => {
    const before = run.evidence.recording.exchanges.length;
    let outcome = await drive();
    for (const method of others) {
      if (hasSentSince(run, before)) break;
      outcome = await driveBy(method, run, adapter)();
    }
    return outcome;
  };
}

/** Whether the client has sent a request other than for a session since the recording had this number of exchanges. */
function hasSentSince({ evidence: { recording } }: Run, before: number): boolean {
  return recording.exchanges
    .slice(before)
    .some(
      ({ sender, operation, request }) =>
        sender === 'integrator' && operation !== 'session.create' && !isPreflight(request),
    );
}

/** The methods that make the client send its access token, those first that {@link findTokenCall} tries first. */
export function tokenMethods(run: Run, offers: (method: AdapterMethod) => boolean): AdapterMethod[] {
  return methodsByAction.carriesToken.by.filter((method) => offers(method) && isAllowed(run, method));
}

function driveBy(method: AdapterMethod, run: Run, adapter: Offering): RepeatableCall {
  const { played } = adapter;
  const services = certifiedServicesOf(run);
  switch (method) {
    case 'certificate.fetch': {
      const service = services.at(-1) ?? 'identity';
      return () => adapter.act(method, { service });
    }
    case 'fields.send': {
      const body = usualBody(services[0] ?? 'identity', run, played);
      return () => adapter.act(method, body);
    }
    case 'otp.verify': {
      const { otp, txnId } = played.mock.account;
      played.plant('otp', otp);
      return () => adapter.act(method, { otp, txnId });
    }
    case 'paymentNotice.init': {
      const providerId = run.target.participants.provider;
      return () => adapter.act(method, { providerId, claimNumber: '' });
    }
    default:
      return () => adapter.act(method, {});
  }
}

/** A way to make the client send encrypted fields, and the service that gets them. */
interface EncryptingDrive {
  readonly service: CertifiedService;
  readonly drive: RepeatableCall;
}

/**
 * The service that the client encrypts for, and the call that makes it do so; of several services, the one of that
 * place. Throws where nothing that is offered does.
 */
export function requireEncryptingCall(run: Run, adapter: Offering, place = 0): EncryptingDrive {
  const sent = listEncryptingCalls(run, (method) => adapter.offers(method))[place];
  if (sent === undefined) {
    const gap = findActionGap('encryptsField', run.target.roles, run.evidence.offer ?? { capabilities: [] });
    throw gap === undefined
      ? new NotApplicableError('the client encrypts fields for no other service')
      : notTestedError(gap);
  }
  const { by, to: service } = sent;
  if (by === 'otp.verify') return { service, drive: driveBy(by, run, adapter) };
  const body = usualBody(service, run, adapter.played);
  return { service, drive: () => adapter.act(by, body) };
}

/** How encrypted fields come to a service. */
interface EncryptedDrive {
  readonly by: 'otp.verify' | 'fields.send';
  readonly to: CertifiedService;
}

/**
 * The services for which a client of these roles sends encrypted fields, and the call that makes it do so: an OTP for
 * the registry where it can be had, else fields.
 */
export function listEncryptingCalls(run: Run, offers: (method: AdapterMethod) => boolean): EncryptedDrive[] {
  const { roles } = run.target;
  const verifies = offers('otp.verify') && isAllowed(run, 'otp.verify');
  const otp: EncryptedDrive[] = verifies ? [{ by: 'otp.verify', to: 'registry' }] : [];
  // What goes to the registry has an OTP in it.
  const takers = certifiedServicesOf(run).filter((to) => to === 'identity' || isAllowed(run, 'otp.verify'));
  const fields = offers('fields.send') ? takers.map((to): EncryptedDrive => ({ by: 'fields.send', to })) : [];
  if (!roles.includes('registry')) return fields.length > 0 ? fields : otp;
  return [...otp, ...fields.filter(({ to }) => to === 'identity' || !verifies)];
}
