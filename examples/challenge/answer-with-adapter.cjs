// Answers the transfers of a challenge with an adapter, so that you need not write a unit test for that:
//
//   node examples/challenge/answer-with-adapter.cjs CHALLENGE ANSWER COMMAND…
//
// For example: … my.challenge.json my.answer.json java adapters/java/Run.java adapters/java/Example.java
//
// Skips field.encrypt, because the adapter would try to fetch a certificate, and no services are running. Create the
// challenge with --role hip,hiu and with the --forms that your client accepts.
'use strict';
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { examples } = require('../../schemas/adapter/initialize-params.schema.json');

const [challengeFile, answerFile, command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: node answer-with-adapter.cjs CHALLENGE ANSWER COMMAND…');
  process.exit(2);
}

const challenge = JSON.parse(readFileSync(challengeFile, 'utf8'));
const adapter = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();

createInterface({ input: adapter.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line);
  waiting.get(id)?.({ result, error });
  waiting.delete(id);
});
for (const event of ['error', 'close'])
  adapter.once(event, () => {
    if (waiting.size === 0) return;
    console.error(`${command} ended before it had answered`);
    process.exit(3);
  });

let calls = 0;
const call = (method, params) =>
  new Promise((resolve) => {
    calls += 1;
    waiting.set(calls, resolve);
    adapter.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: calls, method, params })}\n`);
  });

async function answerAll() {
  // The example's service addresses are never called: transfers do not use services.
  const [form, ...others] = challenge.forms;
  const readings = { ...examples[0].readings, 'curve-form': others.length > 0 ? 'as-declared' : form };
  const { error, result } = await call('initialize', { ...examples[0], readings });
  if (error) throw new Error(`initialize: ${error.message}`);
  const answers = [];
  for (const { id, method, params } of challenge.items) {
    if (method === 'field.encrypt') continue;
    const answered = await call(method, params);
    const why = answered.error && { code: answered.error.code, message: answered.error.message };
    answers.push(why ? { id, error: why } : { id, result: answered.result });
  }
  await call('shutdown', {});
  adapter.stdin.end();
  const { name, version } = result.implementation;
  const answer = { challenge: challenge.id, implementation: { name, version }, answers };
  writeFileSync(answerFile, `${JSON.stringify(answer)}\n`);
  console.log(
    `Wrote ${answerFile}: ${answers.length} of ${challenge.items.length} items answered by ${name}.`,
  );
}

answerAll().catch((error) => {
  console.error(error.message);
  adapter.kill();
  process.exitCode = 3;
});
