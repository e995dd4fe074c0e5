import type { CertifiedService } from '../../adapter/protocol';
import { enrolmentPaths } from '../../mock/enrolment';
import type { AdapterSession } from './adapter-session';
import { openAdapter } from './adapter-session';
import { fieldValues } from './field-values';
import type { JourneyPlan } from './manual-channel';
import type { Run } from '../run';
import { replayFields } from '../challenge/replay';
import { recordResult } from './record-result';
import { attempted, beginShortToken, canOverlap } from './stimulus-journeys';

/** What came of the integrator's journey from session to encrypted fields. */
export interface Journey {
  readonly capabilities: readonly string[];
  readonly refusals: readonly string[];
}

const otpVerifications = 3;
/** How many bodies with fields are sent. */
const fieldBodies = 2;

/** Asks the integrator for everything that its roles and its adapter offer, once in a run, in one process. */
export function mainJourney(run: Run): Promise<Journey> {
  return run.once('integrator-journey', async () => {
    if (run.settings.challenge !== undefined) return replayFields(run, run.settings.challenge);
    if (canOverlap(run)) await attempted(beginShortToken(run));
    const adapter = await openAdapter(run, planOf(run));
    try {
      await adapter.act('session.create', {});
      for (const service of servicesOf(run)) await adapter.act('certificate.fetch', { service });
      if (run.target.environment !== 'production') await usePlantedValues(run, adapter);
      return {
        capabilities: adapter.about.capabilities,
        refusals: adapter.refusals,
      };
    } finally {
      await adapter.close();
    }
  });
}

async function usePlantedValues(run: Run, adapter: AdapterSession): Promise<void> {
  if (verifiesOtps(run)) await verifyOtps(adapter);
  for (const service of servicesOf(run)) await encryptValues(run, adapter, service);
  if (run.target.roles.includes('identity')) await sendFields(run, adapter);
}

function planOf(run: Run): JourneyPlan {
  const otps = verifiesOtps(run) ? otpVerifications : 0;
  const bodies = run.target.roles.includes('identity') ? fieldBodies : 0;
  const calls = 1 + servicesOf(run).length + otps + bodies;
  return { name: 'main', title: 'From a session to encrypted fields', calls, piecewise: true };
}

function verifiesOtps({ target, settings }: Run): boolean {
  return target.roles.includes('registry') && settings.sparesOtps !== true;
}

export function servicesOf({ target }: Run): CertifiedService[] {
  return (['identity', 'registry'] as const).filter((service) => target.roles.includes(service));
}

async function verifyOtps(adapter: AdapterSession): Promise<void> {
  const { otp, txnId } = adapter.played.mock.account;
  adapter.played.plant('otp', otp);
  for (let count = 0; count < otpVerifications; count += 1) await adapter.act('otp.verify', { otp, txnId });
}

async function encryptValues(run: Run, adapter: AdapterSession, service: CertifiedService): Promise<void> {
  const { played } = adapter;
  // A person has no way to it, so that nothing is answered that could be judged.
  if (run.target.integrator?.manual) return;
  const values = fieldValues(run.target.readings['key-bits'], run.madeUp, service);
  for (const { kind, value } of values) if (kind !== undefined) played.plant(kind, value);
  for (const { value, judged } of values) {
    const outcome = await adapter.act('field.encrypt', { service, value });
    recordResult(run, played, { service, outcome, valueBytes: Buffer.byteLength(value), judged });
  }
}

/** Several fields in one body: encrypted ones, each for itself, among plain ones. */
async function sendFields(run: Run, adapter: AdapterSession): Promise<void> {
  const { played } = adapter;
  const digits = (count: number): string => run.madeUp.digits('sent fields', count);
  const nationalId = played.plant('national-id', digits(12)).value;
  const mobile = played.plant('mobile', digits(10)).value;
  const loginId = played.plant('national-id', digits(12)).value;
  const name = played.plant('value', `Asha ${run.madeUp.marker('sent fields').slice(0, 8)}`).value;
  const path = enrolmentPaths.identity(run.target.paths);
  const plain = { name: 'name', value: name, encrypted: false };
  const nationalIdField = run.target.readings['national-id-field'];
  await adapter.act('fields.send', {
    service: 'identity',
    path,
    fields: [
      { name: 'loginId', value: loginId, encrypted: true },
      { name: nationalIdField, value: nationalId, encrypted: true },
      { name: 'mobile', value: mobile, encrypted: true },
      plain,
    ],
  });
  await adapter.act('fields.send', {
    service: 'identity',
    path,
    fields: [{ name: 'mobile', value: played.plant('value', digits(10)).value, encrypted: false }, plain],
  });
}
