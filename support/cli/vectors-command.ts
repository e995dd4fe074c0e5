import pc from 'picocolors';
import { EnvironmentError } from '../contract/outcome';
import { printableLine } from '../contract/printable';
import type { Attempts } from '../run/cases/attempt';
import { loadVectors, ownVectors } from '../run/cases/load-vectors';
import type { VectorSummary } from '../vectors/run-vectors';
import { runVectors } from '../vectors/run-vectors';
import { loadTarget } from '../run/targets';
import { withAdapter } from './vectors-adapter';
import { exitCodes } from './exit-codes';
import { print } from './print';

interface VectorsOptions {
  readonly target?: string;
  readonly json?: true;
}

type Ran = VectorSummary & { readonly name: string; readonly title: string };

const nothingRan =
  'no case could be run: the adapter has to offer transfer.decrypt and to declare transferKeyForms';

/** `conform vectors`: known answers, on the suite's own code and on an integrator's. */
export async function run(paths: string[], { target, json }: VectorsOptions): Promise<number> {
  const files = paths.length > 0 ? paths.map(loadVectors) : ownVectors();
  const runAll = async (attempts?: Attempts): Promise<Ran[]> => {
    const ran: Ran[] = [];
    for (const { name, file } of files)
      ran.push({ name, title: file.title, ...(await runVectors(file, attempts)) });
    return ran;
  };
  const ran = target === undefined ? await runAll() : await withAdapter(loadTarget(target), runAll);
  print(json, ran, () => `${ran.map(rendered).join('\n')}\n\n${total(ran)}`);
  if (ran.every(({ run: count }) => count === 0)) throw new EnvironmentError(nothingRan);
  return exitCodes[ran.some(({ failed }) => failed > 0) ? 'does-not-conform' : 'conforms'];
}

function rendered({ name, run: count, passed, failed, notApplicable, failures }: Ran): string {
  const mark = failed > 0 ? pc.red('✗') : count > 0 ? pc.green('✓') : pc.dim('–');
  const line = `${mark} ${name.padEnd(26)} ${count} run, ${passed} passed, ${failed} failed, ${notApplicable} not applicable`;
  return [line, ...failures.flatMap(explain)].join('\n');
}

function explain({
  id,
  comment,
  implementation,
  expected = '',
  got = '',
}: Ran['failures'][number]): string[] {
  return [
    `    ${pc.red(id)} on ${printableLine(implementation)}`,
    `      catches   ${comment}`,
    `      expected  ${expected}`,
    `      got       ${printableLine(got)}`,
  ];
}

function total(ran: readonly Ran[]): string {
  const sum = (of: (each: Ran) => number): number => ran.reduce((all, each) => all + of(each), 0);
  const counts = [
    `${sum(({ run: count }) => count)} run`,
    `${sum(({ passed }) => passed)} passed`,
    `${sum(({ failed }) => failed)} failed`,
    `${sum(({ notApplicable }) => notApplicable)} not applicable`,
  ];
  return `${ran.length} files: ${counts.join(', ')}`;
}
