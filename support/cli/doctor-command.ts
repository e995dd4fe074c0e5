import pc from 'picocolors';
import { loadTarget } from '../run/targets';
import { printable } from '../contract/printable';
import { examineTarget } from './doctor/examine-target';
import type { Line } from './doctor/line';
import type { Suggested } from './doctor/suggest';
import { suggest, suggestedText } from './doctor/suggest';
import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './options';
import { waiversOf } from './options';
import { requireTargetFile } from './own-target-file';
import { print } from './print';

interface DoctorOptions extends Pick<JudgingOptions, 'waivers' | 'json'> {
  readonly target?: string;
  readonly suggest?: true;
  readonly reports: string;
}

/** `conform doctor`: checks a target and says what to fix. */
export async function doctor({ target: file, json, reports, ...given }: DoctorOptions): Promise<number> {
  const target = loadTarget(requireTargetFile(file, 'doctor'));
  const told: Line[] = [];
  const suggested: Suggested[] = [];
  await examineTarget(target, {
    ...waiversOf(given),
    tell: (line) => {
      told.push(line);
    },
    ...(given.suggest === true && {
      last: async (run) => {
        suggested.push(await suggest(run, reports));
      },
    }),
  });
  const lines = withoutFallen(told);
  const [found] = suggested;
  print(json, found === undefined ? lines : { checks: lines, ...found }, () =>
    [render(lines), ...suggested.map(suggestedText)].join('\n'),
  );
  return exitCodes[lines.some(({ state }) => state === 'bad') ? 'incomplete' : 'conforms'];
}

/** Of an adapter that ended early, its end says more than what it offered before. */
function withoutFallen(lines: readonly Line[]): Line[] {
  const met = lines.findIndex(({ name }) => name === 'adapter');
  const ended = lines.findLastIndex(({ name, state }) => name === 'adapter' && state === 'bad');
  return lines.filter((_line, index) => index < met || index >= ended);
}

const marks = {
  good: pc.green('✓'),
  bad: pc.red('✗'),
  unknown: pc.yellow('?'),
  warning: pc.yellow('!'),
} as const;

function render(lines: readonly Line[]): string {
  return lines
    .map(({ name, state, detail }) => {
      const [first = '', ...others] = printable(detail).split('\n');
      return [`${marks[state]} ${name.padEnd(28)} ${first}`, ...others.map((each) => `    ${each}`)].join(
        '\n',
      );
    })
    .join('\n');
}
