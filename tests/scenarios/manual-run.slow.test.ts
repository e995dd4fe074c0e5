import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { handTarget, resultsIn, runByHand, verdictsIn } from './hand';
import { plainTextOrEmpty } from '../plain';
import { linesIn } from '../recorded-lines';

test('a run by hand asks for one thing after another, and ends with verdicts', async (t) => {
  const target = handTarget(t, { mock: { tls: true } });
  const { code, stdout, instructions } = await runByHand(target);

  const verdicts = verdictsIn(target);
  // A person is asked for no transfers and no payer flows: the target plays neither HIP nor HIU nor provider.
  const others = Object.entries(verdicts).filter(
    ([id, verdict]) => verdict !== 'passed' && isIntegrators(id) && !/^(HDT|DPY|FLW|CBK)/.test(id),
  );
  assert.deepEqual(Object.fromEntries(others), {
    'HDR-12': 'not-tested',
    'HDR-14': 'not-tested',
    'TOK-05': 'observed',
    'TOK-07': 'observed',
    'TOK-09': 'observed',
    'TOK-08': 'not-tested',
    'ENC-14': 'not-tested',
    'ENC-16': 'not-tested',
  });
  assert.equal(code, 3);
  assert.doesNotMatch(stdout, /✗/);
  assert.match(instructions[0] ?? '', /^\[1 of 12\] Create a session/);
  assert.match(instructions[7] ?? '', /^\[8 of 12\] Send one JSON body/);
  assert.equal(stdout.match(/^First restart your client/gm)?.length, 9);
  assert.match(stdout, /^\[2 of 2\] Create a session.*\n {6}.* that your client cannot verify/m);
  assert.match(stdout, /seen {2}#1 \(POST \/api\/hiecm\/gateway\/v3\/sessions\) 200/);

  const files = readdirSync(target.reports).map((name) => readFileSync(join(target.reports, name), 'utf8'));
  const secrets = [...stdout.matchAll(/^export (?:CLIENT_SECRET|TEST_OTP)='(.*)'$/gm)].map(
    ([, value]) => value,
  );
  assert.equal(secrets.length, 2);
  for (const secret of secrets)
    for (const file of files) assert.ok(!file.includes(secret ?? ''), 'a secret stands in the reports');

  function isIntegrators(id: string): boolean {
    return resultsIn(target).obligations.some((each) => each.id === id && each.planned);
  }
});

for (const [deed, signal] of [
  ['interrupt', 'SIGINT'],
  ['kill', 'SIGKILL'],
] as const)
  test(`a run that ended by ${signal} goes on from there, and judges the whole`, async (t) => {
    const target = handTarget(t);
    const first = await runByHand(target, (instruction) => (instruction.startsWith('[5') ? deed : 'do'));
    if (signal === 'SIGKILL') assert.equal(first.signal, signal);
    else assert.match(first.stdout, /^integrator: the test is incomplete/m);
    assert.equal(first.instructions.length, 5);

    const only = ['--only', 'SES-01,HDR-01,HDR-05,TOK-01,ENC-01,OTP-02', '--resume'];
    const second = await runByHand(target, undefined, only);
    assert.match(second.stdout, /^Going on where the last run ended, after 4 calls/m);
    assert.match(second.instructions[0] ?? '', /^\[5 of 12\]/);

    const { obligations, exchanges } = resultsIn(target);
    for (const { id, verdict, reason } of obligations.filter(({ planned }) => planned))
      assert.equal(verdict, 'passed', `${id}: ${plainTextOrEmpty(reason)}`);
    const lines = linesIn(join(target.reports, 'recording.jsonl'));
    assert.equal(lines.length, exchanges);
    const before = lines.filter((line) => line.includes('"process-1"'));
    // Four requests, and the calls that they belong to; an interrupt ends a fifth one, which has none.
    assert.equal(before.length, signal === 'SIGKILL' ? 8 : 9);
    // Marks begin anew: a token of the second run is not taken for one of the first.
    const marksIn = (some: readonly string[]) => new Set(some.join('\n').match(/~[\w-]{14}/g));
    const [early, late] = [marksIn(before), marksIn(lines.filter((line) => !before.includes(line)))];
    assert.ok(early.size > 0 && late.size > 0);
    assert.deepEqual([...early.intersection(late)], []);

    const third = await runByHand(target, undefined, only);
    assert.deepEqual(third.instructions, []);
    assert.equal(resultsIn(target).exchanges, exchanges);
  });

test('no one at the terminal: the run waits as long as it may, and says what to do', async (t) => {
  const target = handTarget(t, { limits: { callMs: 300 } });
  const { code } = await runByHand(target, () => 'leave', ['--only', 'SES-01', '--resume']);

  assert.equal(code, 3);
  const row = resultsIn(target).obligations.find(({ id }) => id === 'SES-01');
  assert.equal(row?.verdict, 'inconclusive');
  assert.match(
    plainTextOrEmpty(row.reason),
    /session\.create .* within 300 ms: .*limits\.callMs .*--resume goes on/,
  );
});
