import pc from 'picocolors';
import { EnvironmentError, NotTestedError } from '../contract/outcome';
import { printableLine } from '../contract/printable';
import type { CurveForm } from '../contract/readings';
import type { VectorAttempts } from '../cases/vector-attempt';
import { loadVectors, loadAllOwnVectors } from '../cases/load-vectors';
import { withOpenRun } from '../run/open-run';
import type { Run } from '../run/run';
import { loadTarget } from '../run/targets';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { openAdapter } from '../scenarios/integrator/adapter-session';
import { formsTaken } from '../scenarios/integrator/transfer/transfer-journeys';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { adapterAttempts } from '../vectors/adapter-attempts';
import type { VectorSummary } from '../vectors/run-vectors';
import { runVectors } from '../vectors/run-vectors';
import { exitCodes } from './exit-codes';
import { describingEnd } from './stop';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface VectorsOptions {
  readonly target?: string;
  readonly json?: true;
}

type Counts = Omit<VectorSummary, 'failures'>;
type Ran = VectorSummary & { readonly name: string; readonly title: string };

const nothingRan =
  'no case could be run: the adapter has to offer transfer.decrypt and to declare transferKeyForms';

/**
 * `conform vectors`: runs the known-answer vectors against the suite's own crypto code or an integrator's
 * adapter.
 */
export async function run(
  paths: readonly string[],
  { target, json }: VectorsOptions,
  surroundings: Surroundings,
): Promise<number> {
  const files = paths.length > 0 ? paths.map((path) => loadVectors(path)) : loadAllOwnVectors();
  const runAll = async (attempts?: VectorAttempts): Promise<Ran[]> => {
    const ran: Ran[] = [];
    for (const { name, file } of files)
      ran.push({ name, title: file.title, ...(await runVectors(file, attempts)) });
    return ran;
  };
  const ran = await describingEnd(surroundings, 'the vectors were not run to the end', () =>
    target === undefined ? runAll() : withAdapter(loadTarget(target, surroundings.env), runAll),
  );
  printResult(surroundings, json, ran, () => `${ran.map(rendered).join('\n')}\n\n${total(ran)}`);
  if (ran.every(({ run: count }) => count === 0)) throw new EnvironmentError(nothingRan);
  if (ran.some(({ failed }) => failed > 0)) return exitCodes['does-not-conform'];
  return exitCodes[ran.some(({ inconclusive }) => inconclusive > 0) ? 'incomplete' : 'conforms'];
}

function rendered({ name, run: count, failures, ...counts }: Ran): string {
  const good = counts.inconclusive > 0 ? pc.yellow('?') : pc.green('✓');
  const mark = counts.failed > 0 ? pc.red('✗') : count > 0 ? good : pc.dim('–');
  const line = `${mark} ${name.padEnd(26)} ${countsText({ run: count, ...counts })}`;
  return [line, ...failures.flatMap(explain)].join('\n');
}

/** Returns the counts in words. Names inconclusive cases only if there are some. */
function countsText({ run: count, passed, failed, inconclusive, notApplicable }: Counts): string {
  return [
    `${count} run`,
    `${passed} passed`,
    `${failed} failed`,
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    `${notApplicable} not applicable`,
  ].join(', ');
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
  const sum = (name: keyof Counts): number => ran.reduce((all, each) => all + each[name], 0);
  const counts = countsText({
    run: sum('run'),
    passed: sum('passed'),
    failed: sum('failed'),
    inconclusive: sum('inconclusive'),
    notApplicable: sum('notApplicable'),
  });
  return `${ran.length} files: ${counts}`;
}

/** Starts a target's adapter, and calls `act` with attempts that decrypt transfers through the adapter. */
async function withAdapter<Value>(
  target: Target,
  act: (attempts: VectorAttempts) => Promise<Value>,
): Promise<Value> {
  const { integrator } = target;
  if (integrator === undefined || integrator.manual === true)
    throw new ConfigurationError(
      'the target names no adapter',
      { at: target.file ?? target.name },
      'set integrator.command or integrator.url',
    );
  return withOpenRun({ target, profile: 'vectors', subjects: ['integrator'] }, async (run) => {
    const plan = { name: 'vectors', title: 'Known answers', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    const offered = adapter.offers('transfer.decrypt');
    const forms = offered ? await formsOf(run, adapter) : [];
    const attempts = adapterAttempts({
      forms,
      ...(offered && { decrypt: (params) => adapter.act('transfer.decrypt', params) }),
    });
    const result = await act(attempts);
    await adapter.close();
    return result;
  });
}

/** Returns the key forms that the client accepts as HIU; an empty list if the suite cannot determine them. */
async function formsOf(run: Run, adapter: AdapterSession): Promise<readonly CurveForm[]> {
  try {
    return await formsTaken(run, adapter, 'hiu');
  } catch (error) {
    if (error instanceof NotTestedError) return [];
    throw error;
  }
}
