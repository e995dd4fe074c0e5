/**
 * Runs examples/scale/slurm on a Slurm of its own on this machine: traffic of many clients in several files, split and
 * judged in 8 partitions. One task is killed with kill -9 while it judges, and requeued. The merged results have to be those of
 * a single process. Needs root, and Debian's slurmctld, slurmd, slurm-client and munge.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { generate } from '../mutants/traffic/generate';
import { harOf } from '../mutants/traffic/har-file';
import type { WireRecord } from '../support/exchange/raw-exchange';
import { basisTarget } from '../support/judging/basis';
import type { Results } from '../support/judging/results';
import { resultsOf } from '../support/judging/results-of';
import { targetContext } from '../support/judging/target-context';
import { trafficTarget } from '../support/targets/traffic-target';
import { auditClients } from '../support/traffic/clients/audit-clients';
import { keyOf } from '../support/traffic/clients/client-names';
import { endedTraffic, trafficBasis } from '../support/traffic/ended-traffic';
import { recordToFile } from '../support/traffic/recording-file';
import { shareOf } from '../support/traffic/jobs/share';
import type { Split } from '../support/traffic/parts/layout';
import { openSource } from '../support/traffic/sources';

const root = join(__dirname, '..');
const partitions = 8;
const clients = Array.from({ length: 24 }, (_none, index) => `SBX_${index}`);
const perClient = 400;
const files = 5;
const longestMs = 240_000;

/** The partition with the most clients: its task takes long enough to be killed. */
function busiest(): number {
  const shares = clients.map((label) => shareOf(keyOf({ label, by: 'client id' }), partitions));
  const counts = Array.from(
    { length: partitions },
    (_none, at) => shares.filter((each) => each === at).length,
  );
  return counts.indexOf(Math.max(...counts));
}

function writeTraffic(folder: string): string[] {
  const all: WireRecord[] = clients
    .flatMap((clientId, index) => [
      ...generate({
        clientId,
        exchanges: perClient,
        seed: index + 1,
        ...(index % 2 === 1 && { opaque: true as const }),
        ...(index === 5 && { breaks: [{ id: 'HDR-05' as const, at: 50 }] }),
      }),
    ])
    .sort((one, other) => one.arrivedAt - other.arrivedAt);
  const size = Math.ceil(all.length / files);
  return Array.from({ length: files }, (_none, index) => {
    const file = join(folder, `traffic-${index}.har`);
    const part = all.slice(index * size, (index + 1) * size);
    writeFileSync(file, JSON.stringify(harOf(part, { creator: 'generated' })));
    return file;
  });
}

/** Runs conform; the first try at one partition is killed while it judges, and its task then waits to be requeued. */
function writeCommand(folder: string, victim: number): string {
  const file = join(folder, 'conform.sh');
  const conform = `${process.execPath} ${join(root, 'bin/conform.cjs')}`;
  writeFileSync(
    file,
    `#!/bin/bash
if [ "\${SLURM_RESTART_COUNT:-0}" != 0 ] || [[ "$*" != *"--partition"*"/${victim} "* ]]; then exec ${conform} "$@"; fi
${conform} "$@" &
while ! compgen -G "$OUT/${victim}/.audit-*.jsonl" >/dev/null; do sleep 0.01; done
kill -9 $! && wait $!
echo $? >"${join(folder, 'killed')}"
sleep 600
`,
  );
  chmodSync(file, 0o755);
  return file;
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + longestMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${longestMs / 1000} s for ${what}`);
    await sleep(200);
  }
}

/** All but what is new for each run. */
function lasting(results: Results): unknown {
  const plain = JSON.parse(JSON.stringify(results)) as Results;
  const { id, startedAt, finishedAt, ...run } = plain.run;
  if ([id, startedAt, finishedAt].includes('')) throw new Error('results without times');
  return { ...plain, run };
}

interface Judged {
  readonly results: Results;
  readonly recording: string;
}

/** What one process says, under the key of the split: names and stand-ins follow from it. */
async function alone(folder: string, inputs: readonly string[], key: Buffer): Promise<Judged> {
  const target = trafficTarget;
  const recording = recordToFile(join(folder, 'single.jsonl'));
  const { files, judged, client } = await auditClients({
    open: () => Promise.all(inputs.map((file) => openSource(file))),
    target,
    context: targetContext(target),
    recording,
    everyRule: false,
    key,
  });
  recording.finish();
  const basis = trafficBasis({
    profile: 'audit',
    target: basisTarget(target),
    subjects: ['service', 'integrator'],
    only: [],
    startedAt: new Date(),
    files,
    client,
  });
  const results = resultsOf(endedTraffic(basis, judged));
  return { results, recording: readFileSync(recording.file, 'utf8') };
}

async function main(folder: string): Promise<void> {
  const victim = busiest();
  const inputs = writeTraffic(folder);
  writeFileSync(join(folder, 'files'), `${inputs.join('\n')}\n`);
  const out = join(folder, 'out');
  const reports = join(folder, 'merged');
  const env = {
    ...process.env,
    SLURM_CONF: join(folder, 'slurm/slurm.conf'),
    CONFORM: writeCommand(folder, victim),
    PARTS: join(folder, 'parts'),
    OUT: out,
    REPORTS: reports,
    PARTITIONS: String(partitions),
  };
  const slurm = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' }).trim();
  const submit = join(root, 'examples/scale/slurm/submit.sh');
  const [, judge = '', merge = ''] = slurm('bash', submit, join(folder, 'files')).split(' ');
  await until('the task that is killed', () => existsSync(join(folder, 'killed')));
  const status = readFileSync(join(folder, 'killed'), 'utf8').trim();
  if (status !== '137' || existsSync(join(out, String(victim), 'part.json')))
    throw new Error(`the task of partition ${victim} ended by itself (${status})`);
  slurm('scontrol', 'requeue', `${judge}_${victim}`);
  console.log(`partition ${victim} was killed and requeued`);
  const { key } = JSON.parse(readFileSync(join(folder, 'parts/split.json'), 'utf8')) as Split;
  const file = join(reports, 'results.json');
  const isOver = (): boolean => slurm('squeue', '--noheader', '--jobs', merge) === '';
  await until('the merged results', () => existsSync(file) && isOver());
  const merged = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const single = await alone(folder, inputs, Buffer.from(key, 'base64'));
  if (!isDeepStrictEqual(lasting(merged), lasting(single.results)))
    throw new Error('the merged results are not those of a single process');
  if (readFileSync(join(reports, 'recording.jsonl'), 'utf8') !== single.recording)
    throw new Error('the merged recording is not that of a single process');
  if (existsSync(env.PARTS)) throw new Error('raw traffic was left');
  console.log(
    `${merged.exchanges} exchanges of ${merged.clients?.length ?? 0} clients in ${partitions} partitions: as a single process says`,
  );
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
