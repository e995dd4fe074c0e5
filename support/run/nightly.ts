import type { Reason } from '../exchange/reason';
import { contractObligations } from '../obligations';
import { ConfigurationError } from '../targets/errors';
import type { RunSettings } from './plan';

/** What only an OTP shows of a service. What a client does with one is seen at the mock, whose OTPs cost nothing. */
export const otpObligations: readonly string[] = contractObligations.all
  .filter(({ costsOtp, subject }) => costsOtp === true && subject === 'service')
  .map(({ id }) => id);

/** The same every night, so that nights can be compared. */
export const nightlySeed = 1;

/** Milliseconds that a nightly run takes at most, by default. */
const nightlyBudgetMs = 20 * 60_000;

const omitted: ReadonlyMap<string, Reason> = new Map(
  otpObligations.map((id) => [
    id,
    { kind: 'left-out', text: 'left out at night: it would use up an OTP', by: '--profile nightly' },
  ]),
);

/**
 * The same run as it can be made unattended every night: it uses up no OTP that a person gave, locks no account, and
 * ends in time. The mock needs no such care. Throws a ConfigurationError for what makes no sense then.
 */
export function toNightlySettings(settings: RunSettings): RunSettings {
  requireNoPerson(settings);
  requireNoOtp(settings);
  return {
    ...settings,
    budgetMs: settings.budgetMs ?? nightlyBudgetMs,
    seed: settings.seed ?? nightlySeed,
    // By this name a report knows how to run it again.
    profile: settings.container === true ? settings.profile : 'nightly',
    ...(sparesOtps(settings) && { omitted, sparesOtps: true }),
    ...(Object.keys(settings.target?.services ?? {}).length > 0 && { probes: 'gentle' }),
    endsWhenRefused: true,
  };
}

function requireNoPerson({ target, subjects }: RunSettings): void {
  if (target?.integrator?.manual !== true || !subjects.includes('integrator')) return;
  throw new ConfigurationError(
    'asks for a person, and no one is there at night',
    { ...(target.file !== undefined && { file: target.file }), at: 'integrator.manual' },
    'run without --profile nightly, or with --subject service',
  );
}

/** Whether an OTP would be one of the few that a person got from a registry that is not the suite's. */
function sparesOtps({ target }: RunSettings): boolean {
  return target?.services.registry !== undefined && target.otpCommand === undefined;
}

function requireNoOtp(settings: RunSettings): void {
  const needy = sparesOtps(settings) && settings.only.find((id) => otpObligations.includes(id));
  if (needy === undefined || needy === false) return;
  throw new ConfigurationError(
    `${needy} would use up an OTP, and none is sent at night`,
    { at: '--only' },
    'leave it out, run without --profile nightly, or name a program that gets OTPs: otp.command',
  );
}
