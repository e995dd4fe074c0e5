import { counted } from '../../contract/counted';
import { sentWrong } from '../../contract/sent-wrong';
import type { Target } from '../../targets/target';
import type { Circumstances } from '../judge/circumstances';
import type { Facet } from '../judge/home';

/** Contents of the `otp` field, each wrong in one fact. */
export const wrongOtps: Readonly<Record<string, string>> = {
  ...sentWrong['ENC-11'],
  ...sentWrong['ENC-12'],
  ...sentWrong['ENC-13'],
};

/** How many there are in all: one padding, two hashes (the third is right), three encodings. */
const wrongValues = Object.keys(wrongOtps).length - 1;

/** How many OTPs a run can have: those of the target, or as many as it takes where a program prints them. */
export function otpsOf({ otps, otpCommand, limits }: Pick<Target, 'otps' | 'otpCommand' | 'limits'>): number {
  return otpCommand === undefined ? otps.length : Math.ceil(wrongValues / Math.max(1, roomOf(limits)));
}

/** For wrong values, of each OTP: its last attempt is that of the valid twin. */
export const roomOf = ({ otpAttempts }: Pick<Target['limits'], 'otpAttempts'>): number => otpAttempts - 1;

/** What to do where OTPs allow too few attempts. If each is sent only once, more of them do not help. */
export function adviceOnOtps(otps: number, limits: Pick<Target['limits'], 'otpAttempts'>, wrong: number) {
  const enough = Math.ceil(wrong / otps) + 1;
  return `set limits.otpAttempts to ${enough}${roomOf(limits) > 0 ? ', or list more OTPs' : ''}`;
}

/** Facets that OTPs are spent for. Without any OTP, nothing is left out: what needs one is not tested. */
export function asOtpsAllow(...names: readonly string[]) {
  return ({ limits, otps = [] }: Circumstances): readonly Facet[] => {
    const count = otps.length;
    const isShort = limits !== undefined && count > 0 && count * roomOf(limits) < wrongValues;
    if (!isShort) return names.map((name) => ({ name }));
    const given = `${counted(count, 'OTP')} of ${counted(limits.otpAttempts, 'attempt')}`;
    const advice = adviceOnOtps(count, limits, wrongValues);
    const leftOut = `${given} ${count === 1 ? 'is' : 'are'} too few: ${advice}`;
    return names.map((name) => ({ name, leftOut }));
  };
}
