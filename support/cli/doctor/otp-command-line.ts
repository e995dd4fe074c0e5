import { findProgram } from '../../adapter/find-program';
import type { OtpCommand } from '../../targets/target';
import type { Line } from './line';
import { bad, good } from './line';

/** Whether the program that prints OTPs is there. It is not run: that would use one up. */
export function otpCommandLine({ command: [program = ''], cwd }: OtpCommand): Line {
  if (findProgram(program, cwd) !== undefined) return good('otp.command', 'is there; it was not run');
  const where = /[\\/]/.test(program) ? 'from the folder of the target file' : 'on the PATH';
  return bad(
    'otp.command',
    `${JSON.stringify(program)} is no program that can be run, ${where}: no shell reads it; chmod +x, or put its interpreter first`,
  );
}
