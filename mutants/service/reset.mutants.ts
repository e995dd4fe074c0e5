import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { stageRelay } from '../relay';

/** Services that break down on what is right, whenever it comes. */
export const resetMutants: readonly Mutant[] = [
  serviceMutant('otp-resets', ['OTP-03'], 'The connection breaks whenever an OTP is right.', async () => {
    const stage = await stageRelay({
      cuts: (path, status) => path.endsWith('/verifyOTP') && status < 300,
    });
    // With a second OTP it is asked again.
    const otps = [...stage.target.otps, ...stage.target.otps];
    return { ...stage, target: { ...stage.target, otps } };
  }),
  serviceMutant(
    'triggers-reset',
    ['DPY-08', 'FLW-12', 'FLW-13'],
    'The connection breaks whenever a trigger is right.',
    () => stageRelay({ cuts: (path, status) => path.endsWith('/process/request') && status < 300 }),
  ),
];
