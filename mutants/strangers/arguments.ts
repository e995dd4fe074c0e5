import { parseArgs } from 'node:util';

const usage =
  'npm run strangers -- --kind service|traffic [--fault] [--count N] [--seed S] [--seconds N] [--only DIMENSION=VALUE,…] [--jobs N] [--whole] | --line LINE | --explain SEED | --list';

const options = {
  kind: { type: 'string', default: 'service' },
  fault: { type: 'boolean', default: false },
  count: { type: 'string', default: '10' },
  seed: { type: 'string' },
  seconds: { type: 'string' },
  only: { type: 'string', default: '' },
  jobs: { type: 'string', default: '1' },
  whole: { type: 'boolean', default: false },
  step: { type: 'string', default: '1' },
  line: { type: 'string' },
  explain: { type: 'string' },
  list: { type: 'boolean', default: false },
} as const;

/** The arguments of `npm run strangers`. */
export interface Asked {
  readonly kind: string;
  /** Whether each subject has one fault. */
  readonly fault: boolean;
  readonly count: number;
  /** The seed of the first subject. */
  readonly seed: number;
  /** No subject is begun after so many seconds. */
  readonly seconds: number;
  /** `DIMENSION=VALUE,…`: the values that every subject has. */
  readonly only: string;
  readonly jobs: number;
  /** Leaves failing subjects as they are, which saves time on a busy machine. */
  readonly whole: boolean;
  /** The distance between two seeds. With `--jobs`, each job gets a distance, so that the jobs share the seeds. */
  readonly step: number;
  readonly line: string | undefined;
  readonly explain: number | undefined;
  readonly list: boolean;
}

/** Reads the arguments. Throws an error for unknown arguments, and for texts instead of numbers. */
export function readArguments(args: string[]): Asked {
  const { values } = parseArgs({ args, options });
  return {
    ...values,
    line: values.line,
    count: numberIn(values.count),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberIn(values.seed),
    seconds: values.seconds === undefined ? Infinity : numberIn(values.seconds),
    jobs: Math.max(1, numberIn(values.jobs)),
    step: Math.max(1, numberIn(values.step)),
    explain: values.explain === undefined ? undefined : numberIn(values.explain),
  };
}

function numberIn(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new RangeError(`${text} is not a whole number: ${usage}`);
}

/** Returns the error for a kind of subjects that does not exist. */
export const unknownKind = (kind: string): RangeError =>
  new RangeError(`there are no strangers of the kind ${kind}: ${usage}`);
