/**
 * Tests examples/scale/slurm on a local Slurm cluster. The cluster judges traffic of many clients, from
 * several files, in 8 shards. One task is killed with kill -9 while it judges, and then requeued. The merged
 * report must equal the report of `conform audit` on the same files. Needs root, and Debian's slurmctld,
 * slurmd, slurm-client and munge.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTraffic } from '../mutants/traffic/generate';
import { harOf } from '../mutants/traffic/har-file';

const root = join(__dirname, '..');
const conform = [process.execPath, join(root, 'bin/conform.cjs')];
const shards = 8;
const files = 5;
/**
 * Number of exchanges per client: enough that a task can be killed while it judges. Must be below 1000: the
 * recorder replaces longer numbers, as in `Person 1000`, by pseudonyms. Two of these pseudonyms can be equal
 * by chance, and {@link requireAlike} would then throw.
 */
const perClient = 900;
const longestMs = 200_000;

/**
 * Writes HAR files with the traffic of 24 clients that send a client id, and of one client that only its
 * token identifies.
 */
function writeTraffic(folder: string): string[] {
  const named = Array.from({ length: 24 }, (_none, client) => [
    ...generateTraffic({
      // The recorder redacts this client id, because it looks like a secret. The client's label therefore
      // becomes a keyed pseudonym.
      clientId: client === 7 ? 'Kq7pXw2LmZ9tR4vB' : `SBX_${client}`,
      exchanges: perClient,
      seed: client + 1,
      ...(client % 2 === 1 && { opaque: true as const }),
      ...(client === 5 && { breaks: [{ id: 'HDR-05' as const, at: 50 }] }),
    }),
  ]);
  const [, ...unnamed] = generateTraffic({ exchanges: perClient, seed: 99, opaque: true });
  const all = [...named.flat(), ...unnamed].sort((one, other) => one.arrivedAt - other.arrivedAt);
  const size = Math.ceil(all.length / files);
  return Array.from({ length: files }, (_none, index) => {
    const file = join(folder, `traffic-${index}.har`);
    const part = all.slice(index * size, (index + 1) * size);
    writeFileSync(file, JSON.stringify(harOf(part, { creator: 'generated' })));
    return file;
  });
}

/**
 * Writes a shell script that runs conform. In the first attempt of shard 1, the script kills conform with
 * kill -9 after conform has begun to record. The script then sleeps until Slurm requeues the task.
 */
function writeCommand(folder: string): string {
  const file = join(folder, 'conform.sh');
  const recorded = `find "${folder}/out/1" -name '*.jsonl' -size +0`;
  writeFileSync(
    file,
    `#!/bin/bash
if [ "\${SLURM_RESTART_COUNT:-0}" != 0 ] || [[ "$*" != *"--shard 1/"* ]]; then exec ${conform.join(' ')} "$@"; fi
${conform.join(' ')} "$@" &
while kill -0 $! && [ -z "$(${recorded})" ]; do sleep 0.01; done
kill -9 $! && wait $!
echo $? >"${folder}/killed"
sleep 600
`,
    { mode: 0o755 },
  );
  return file;
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + longestMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${longestMs / 1000} s for ${what}`);
    await sleep(200);
  }
}

/**
 * Throws if the merged report differs from the report of a single process. They may differ only in places
 * that also differ between two runs of a single process: times, pseudonyms and labels. Pseudonyms and labels
 * differ because each process has its own key for them. In these places, equal values must always correspond
 * to equal values.
 * @param texts the text from one process, from another run of one process, and from the merge
 * @param counterparts the pairs of corresponding values found so far; this function adds to it
 * @param client the client of the compared texts: each client has its own pairs
 */
function requireAlike(texts: readonly string[], counterparts: Map<string, string>, client = ''): void {
  const [one = [], again = [], merged = []] = texts.map((text) => text.split('"'));
  for (const [index, piece] of one.entries()) {
    const other = merged[index] ?? '';
    const pairs = [
      [`${client} one process: ${piece}`, other],
      [`${client} merged: ${other}`, piece],
    ] as const;
    const isSame =
      piece === again[index]
        ? piece === other
        : pairs.every(([from, to]) => (counterparts.get(from) ?? to) === to);
    if (!isSame || one.length !== merged.length)
      throw new Error(`merged: ${other}, and not ${piece}, after ${one.slice(0, index).slice(-5).join('"')}`);
    if (piece !== other) for (const [from, to] of pairs) counterparts.set(from, to);
  }
}

/**
 * Compares the results and recordings of three runs: two runs of a single process, and the merged run. In
 * recordings, compares pseudonyms per client, because each shard has its own key for them.
 */
function compare(folders: readonly string[]): void {
  const texts = (file: string) => folders.map((folder) => readFileSync(join(folder, file), 'utf8'));
  requireAlike(texts('results.json'), new Map());
  const lines = texts('recording.jsonl').map((text) => text.split('\n'));
  const counterparts = new Map<string, string>();
  for (const [index, line] of lines[0]?.entries() ?? []) {
    const [, client = ''] = /"client":(\{[^}]*\})/.exec(line) ?? [];
    requireAlike(
      lines.map((each) => each[index] ?? ''),
      counterparts,
      client,
    );
  }
}

/**
 * Runs `conform audit` on all files in one process, twice. Returns the folders of the two reports. Expects
 * exit code 1, because the traffic breaks an obligation.
 */
function alone(folder: string, inputs: readonly string[]): string[] {
  return ['one', 'again'].map((name) => {
    const reports = join(folder, name);
    const [program = '', ...script] = conform;
    const { status, stderr } = spawnSync(program, [...script, 'audit', ...inputs, '--reports', reports]);
    if (status !== 1) throw new Error(`conform audit ended with ${status}: ${String(stderr)}`);
    return reports;
  });
}

async function main(folder: string): Promise<void> {
  const inputs = writeTraffic(folder);
  const [out, merged, killed] = [join(folder, 'out'), join(folder, 'merged'), join(folder, 'killed')];
  const env = {
    ...process.env,
    SLURM_CONF: join(folder, 'slurm/slurm.conf'),
    CONFORM: writeCommand(folder),
  };
  const slurm = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' }).trim();
  const submit = (how: string, script: string, ...args: readonly string[]): string =>
    slurm('sbatch', '--parsable', how, join(root, 'examples/scale/slurm', script), ...args);
  const audit = submit(`--array=1-${shards}`, 'audit.sbatch', out, ...inputs);
  const merge = submit(`--dependency=afterok:${audit}`, 'merge.sbatch', out, merged);
  await until('the task that is killed', () => existsSync(killed));
  const status = readFileSync(killed, 'utf8').trim();
  if (status !== '137' || existsSync(join(out, '1/part.json')))
    throw new Error(`the task of shard 1 ended by itself (${status})`);
  slurm('scontrol', 'requeue', `${audit}_1`);
  console.log('shard 1 was killed and requeued');
  const told = alone(folder, inputs);
  const job = (): string => slurm('scontrol', '--oneliner', 'show', 'job', merge);
  await until('the merge', () => !/JobState=(PENDING|RUNNING|COMPLETING)/.test(job()));
  if (!job().includes('ExitCode=1:0')) throw new Error(`the verdict was not that of the merge: ${job()}`);
  for (const shard of readdirSync(out)) {
    const left = readdirSync(join(out, shard)).sort().join();
    if (left !== 'part.json,recording.jsonl') throw new Error(`shard ${shard} left ${left}`);
  }
  compare([...told, merged]);
  console.log(`${shards} shards say what one process does`);
}

const folder = mkdtempSync(join(tmpdir(), 'conform-slurm-'));
const node = (...more: readonly string[]): void => {
  execFileSync('bash', [join(__dirname, 'slurm-node.sh'), join(folder, 'slurm'), ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
try {
  node();
} catch (error) {
  console.error(error);
  process.exit(1);
}
main(folder)
  .catch((error: unknown) => {
    console.error(`slurm: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  })
  .finally(() => {
    node('stop');
    if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    else console.error(`kept ${folder}`);
  });
