import { contractObligations } from '../obligations';
import { ConfigurationError } from '../targets/errors';
import type { RunSettings } from './run';

/** What only an OTP can show, whether the suite or the integrator sends it. */
export const otpObligations: readonly string[] = contractObligations.all
  .filter(({ costsOtp }) => costsOtp === true)
  .map(({ id }) => id);

/** The same every night, so that nights can be compared. */
export const nightlySeed = 1;

/** Milliseconds that a nightly run takes at most, by default. */
const nightlyBudgetMs = 20 * 60_000;

const omitted: ReadonlyMap<string, string> = new Map(
  otpObligations.map((id) => [id, 'left out at night: it would use up an OTP']),
);

/**
 * The same run as it can be made unattended every night: it uses up no OTP, locks no account, and ends in
 * time. Throws a ConfigurationError for what makes no sense then.
 */
export function nightly(settings: RunSettings): RunSettings {
  requireNoPerson(settings);
  requireNoOtp(settings);
  return {
    ...settings,
    budgetMs: settings.budgetMs ?? nightlyBudgetMs,
    seed: settings.seed ?? nightlySeed,
    profile: 'nightly',
    omitted,
    sparesOtps: true,
    probes: 'gentle',
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

function requireNoOtp({ only }: RunSettings): void {
  const needy = only.find((id) => otpObligations.includes(id));
  if (needy === undefined) return;
  throw new ConfigurationError(
    `${needy} would use up an OTP, and none is sent at night`,
    { at: '--only' },
    'leave it out, or run without --profile nightly',
  );
}
