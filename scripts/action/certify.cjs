'use strict';
// Step of the GitHub action: runs the suite with the action's inputs. Sets the outputs `verdict`, `why` and
// `reports`, and exits with the exit code of the run. The run itself writes annotations and job summary.
const { spawnSync } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { appendFileSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const { CONFORM, GITHUB_OUTPUT } = process.env;

/**
 * Returns an input of the action; `undefined` if the input was omitted. GitHub passes an omitted input as an
 * empty string.
 */
const input = (name) => process.env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;

const optional = ['subject', 'profile', 'waivers'];
const reports = input('reports') ?? 'reports';

/** Verdicts from worst to best */
const ranking = ['does-not-conform', 'incomplete', 'no-failure', 'conforms'];
const incompleteCode = 3;

function run() {
  const args = ['run', '--target', input('target') ?? 'target.yaml', '--reports', reports];
  for (const name of optional) if (input(name) !== undefined) args.push(`--${name}`, input(name));
  const { status, error } = spawnSync(process.execPath, [CONFORM, ...args], { stdio: 'inherit' });
  if (error !== undefined) console.error(`error: ${CONFORM} cannot be started (${error.code})`);
  return status ?? 2;
}

/**
 * Returns the outputs of the action. Reads results.json, because the exit code does not determine the verdict: an
 * approved exception changes only the exit code. Ignores a results.json from an earlier run.
 */
function outcome(code, since) {
  const results = code === 2 ? undefined : read();
  if (results === undefined || Date.parse(results.run.finishedAt) < since)
    return { verdict: code === incompleteCode ? 'incomplete' : 'error', why: '' };
  const subjects = Object.entries(results.run.overall);
  return {
    verdict: ranking.find((each) => subjects.some(([, { verdict }]) => verdict === each)) ?? 'error',
    why: subjects.flatMap(reasonsOf).join('; '),
  };
}

/** Returns the reasons for the verdict on a subject as one text without line breaks; none for `conforms`. */
function reasonsOf([subject, { why }]) {
  const texts = why.map(({ text }) => text.replace(/\s+/g, ' '));
  return texts.length === 0 ? [] : [`${subject}: ${texts.join(', ')}`];
}

function read() {
  try {
    return JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Sets outputs of the action. The end marker is random, so that a value with several lines cannot contain it.
 */
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
