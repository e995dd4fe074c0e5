import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { childEnvironment } from '../../adapter/child-environment';
import type { OtpCommand } from '../../targets/target';
import type { Line } from './line';
import { bad, good } from './line';

/** Whether the program that prints OTPs is there. It is not run: that would use one up. */
export function otpCommandLine({ command: [program = ''], cwd }: OtpCommand): Line {
  if (placesOf(program, cwd).some(isProgram)) return good('otp.command', 'is there; it was not run');
  const where = /[\\/]/.test(program) ? 'from the folder of the target file' : 'on the PATH';
  return bad(
    'otp.command',
    `${JSON.stringify(program)} is no program that can be run, ${where}: no shell reads it; chmod +x, or put its interpreter first`,
  );
}

function placesOf(program: string, cwd: string): string[] {
  // Windows has it as Path.
  const variables = Object.entries(childEnvironment()).map(([name, value]) => [name.toUpperCase(), value]);
  const { PATH = '', PATHEXT = '' } = Object.fromEntries(variables) as Record<string, string>;
  const folders = /[\\/]/.test(program) ? [cwd] : PATH.split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
  return folders.flatMap((folder) => endings.map((ending) => resolve(cwd, folder, program + ending)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
