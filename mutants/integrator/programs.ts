import { join } from 'node:path';

const program = (name: string): string => join(__dirname, 'programs', name);
const typescript = join(__dirname, '../../bin/typescript.cjs');

/** Adapters that are programs of their own. */
export const adapterPrograms = {
  talkative: [process.execPath, '-r', typescript, program('talkative.ts')],
  junk: [process.execPath, program('junk.cjs')],
  diesAtOnce: [process.execPath, program('dies.cjs'), 'initialize'],
  diesLater: [process.execPath, program('dies.cjs'), 'otp.verify'],
  diesLate: [process.execPath, '-r', typescript, program('dies-late.ts')],
  diesOverCallback: [process.execPath, '-r', typescript, program('dies-over-callback.ts')],
  diesOverTexts: [process.execPath, '-r', typescript, program('dies-over-texts.ts')],
  publishedProvider: [process.execPath, '-r', typescript, program('published-provider.ts')],
  ownClient: [process.execPath, join(__dirname, '../../bin/conform.cjs'), 'adapter', '--serve'],
} as const;
