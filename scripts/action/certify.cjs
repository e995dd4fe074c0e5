'use strict';
// Runs the suite as the inputs of the action say, tells verdict and folder, and ends with the exit code of the run. The
// run itself annotates what failed, and writes its summary on the page of the job.
const { spawnSync } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { appendFileSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const { CONFORM, GITHUB_OUTPUT } = process.env;

/** An input that is not given comes as an empty text. */
const input = (name) => process.env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;

const optional = ['subject', 'profile', 'waivers'];
const reports = input('reports') ?? 'reports';

/** As exit codes tell it, where there are no results of this run. */
const verdicts = ['conforms', 'does-not-conform', 'error', 'incomplete'];
/** From worst to best. */
const ranking = ['does-not-conform', 'incomplete', 'conforms'];

function run() {
  const args = ['run', '--target', input('target') ?? 'target.yaml', '--reports', reports];
  for (const name of optional) if (input(name) !== undefined) args.push(`--${name}`, input(name));
  const { status, error } = spawnSync(process.execPath, [CONFORM, ...args], { stdio: 'inherit' });
  if (error !== undefined) console.error(`error: ${CONFORM} cannot be started (${error.code})`);
  return status ?? 2;
}

/** What the results say, if they are those of this run: an approved exception changes no verdict, but the exit code. */
function outcome(code, since) {
  const results = code === 2 ? undefined : read();
  if (results === undefined || Date.parse(results.run.finishedAt) < since)
    return { verdict: verdicts[code] ?? 'error', partial: '' };
  const subjects = Object.values(results.run.overall);
  return {
    verdict: ranking.find((each) => subjects.some(({ verdict }) => verdict === each)) ?? 'error',
    partial: String(subjects.some(({ partial }) => partial)),
  };
}

function read() {
  try {
    return JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** A value may have lines of its own, so what ends it must be impossible to guess. */
function tell(outputs) {
  for (const [name, value] of Object.entries(outputs)) {
    const end = randomUUID();
    appendFileSync(GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
  }
}

const since = Date.now();
const code = run();
tell({ ...outcome(code, since), reports: resolve(reports) });
process.exitCode = code;
