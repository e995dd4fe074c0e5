/**
 * Every exit code of every command, by what it says of a run; `--help` and the docs tell them by these names. A fault of
 * the suite, and whatever else got in the way, leaves a thing incomplete.
 */
export const exitCodes = {
  conforms: 0,
  'does-not-conform': 1,
  'usage-or-configuration': 2,
  incomplete: 3,
} as const;

/** `0 conforms, 1 does not conform, …` */
export const toldExitCodes = Object.entries(exitCodes)
  .map(([name, code]) => `${code} ${name.replaceAll('-', ' ')}`)
  .join(', ');
