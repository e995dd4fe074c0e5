import { basename } from 'node:path';
import pc from 'picocolors';
import { EnvironmentError } from '../contract/outcome';
import type { LoadedVectors } from '../run/cases/load-vectors';
import { loadVectors, ownVectorPaths } from '../run/cases/load-vectors';
import { Examination } from '../vectors/examination';
import { runVectors } from '../vectors/run-vectors';
import type { VectorSummary } from '../vectors/summary';
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
  const files = paths.map(loadVectors);
  const runAll = (examination: Examination): Promise<Ran[]> =>
    paths.length > 0 ? runFiles(files, examination) : runFeatures(examination);
  const ran =
    target === undefined ? await runAll(new Examination()) : await withAdapter(loadTarget(target), runAll);
  print(json, ran, () => `${ran.map(rendered).join('\n')}\n\n${total(ran)}`);
  if (ran.every(({ run: count }) => count === 0)) throw new EnvironmentError(nothingRan);
  return exitCodes[ran.some(({ failed }) => failed > 0) ? 'does-not-conform' : 'conforms'];
}

/** The suite's own files, by the features that tell of them. */
async function runFeatures(examination: Examination): Promise<Ran[]> {
  // Loaded late, as Cucumber takes a while: bad input is refused sooner.
  const { examine } = await import('./cucumber/examine.ts');
  await examine(examination);
  return ownVectorPaths().map((path) => {
    const name = basename(path);
    return { name, title: examination.file(name).title, ...examination.summary(name) };
  });
}

/** Files of others, of which no feature tells. */
async function runFiles(files: readonly LoadedVectors[], { attempts }: Examination): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const { name, file } of files)
    ran.push({ name, title: file.title, ...(await runVectors(file, attempts)) });
  return ran;
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
    `    ${pc.red(id)} on ${implementation}`,
    `      catches   ${comment}`,
    `      expected  ${expected}`,
    `      got       ${got}`,
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
