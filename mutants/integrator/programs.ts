import { join } from 'node:path';

const program = (name: string): string => join(__dirname, 'programs', name);

/** Adapters that are programs of their own. */
export const programs = {
  talkative: [process.execPath, '-r', 'ts-node/register', program('talkative.ts')],
  junk: [process.execPath, program('junk.cjs')],
  diesAtOnce: [process.execPath, program('dies.cjs'), 'initialize'],
  diesLater: [process.execPath, program('dies.cjs'), 'otp.verify'],
  diesLate: [process.execPath, '-r', 'ts-node/register', program('dies-late.ts')],
  ownClient: [process.execPath, join(__dirname, '../../bin/conform.cjs'), 'adapter', '--serve'],
} as const;
