import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Challenge, ChallengeAnswer, ChallengeKey } from '../../support/challenge/challenge';
import { writeChallenge } from '../../support/challenge/challenge-files';
import { makeChallenge } from '../../support/challenge/make-challenge';
import { answerChallenge } from '../scenarios/challenge-answers';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { at, judge, readJson, refusedInOneLine, wishes, writeJson, written } from './challenge-scene';
import { conform, nodeProgram, root } from './conform';

const concurrency = { concurrency: 2 };

describe('conform challenge', concurrency, () => {
  it('writes a challenge with its key beside it, and judges the answer once', async (t) => {
    const files = at(temporaryFolder(t));
    const wanted = ['--role', 'hip,registry', '--forms', 'weierstrass', '--days', '2'];
    const made = await conform(['challenge', '--out', files.challenge, ...wanted]);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.match(made.stdout, /items for registry, hip, to be answered until \d{4}-/);
    assert.equal(statSync(files.key).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(files.folder).sort(), ['my.challenge.json', 'my.challenge.json.key']);
    const challenge = readJson(files.challenge) as unknown as Challenge;
    assert.deepEqual([challenge.forms, Object.keys(challenge.certificates)], [['weierstrass'], ['registry']]);

    writeJson(files.answer, answerChallenge(challenge));
    const { code, stdout, stderr } = await judge(files);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(
      stdout,
      /\nintegrator: no failure in the 22 of 39 requirements that were seen\nNarrowed by the challenge: .*\nAnswers to a challenge, judged offline: nothing crossed/,
    );
    const { run } = readResults(join(files.folder, 'reports'));
    assert.deepEqual(run.product, { name: 'the answering loop', version: '1.0' });
    assert.equal(run.challenge?.id, challenge.id);
    assert.equal(statSync(files.key).mode & 0o777, 0o600);

    const kept = readFileSync(join(files.folder, 'reports/results.json'), 'utf8');
    refusedInOneLine(await judge(files), /my\.challenge\.json: was answered already, at .* judged once/);
    assert.equal(readFileSync(join(files.folder, 'reports/results.json'), 'utf8'), kept);
  });

  it('exits with 1 where an answer is wrong, and prints results for a machine', async (t) => {
    const files = await written(t);
    const challenge = readJson(files.challenge) as unknown as Challenge;
    writeJson(
      files.answer,
      answerChallenge(challenge, {}, (_pem, value) => Buffer.from(value).toString('base64')),
    );
    const { code, stdout } = await judge(files, '--json');
    assert.equal(code, 1);
    const { obligations } = JSON.parse(stdout) as ReturnType<typeof readResults>;
    const failed = obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    assert.deepEqual(failed.includes('ENC-01'), true, failed.join());
  });

  it('exits with 3 where an item is left out, and names it', async (t) => {
    const files = await written(t);
    const answer = readJson(files.answer) as unknown as ChallengeAnswer;
    // The one national-ID number that ENC-03 and others are judged by.
    const [left] = (readJson(files.key) as unknown as ChallengeKey).fields;
    const answers = answer.answers.filter(({ id }) => id !== left?.id);
    writeJson(files.answer, { ...answer, answers });
    const { code, stdout } = await judge(files);
    assert.equal(code, 3, stdout);
    assert.match(stdout, new RegExp(`not answered: ${left?.id ?? ''}`));
  });

  it('is answered by the example through an adapter', async (t) => {
    const files = at(temporaryFolder(t));
    const { challenge, key } = await makeChallenge({ ...wishes, roles: ['hip', 'hiu'] });
    writeChallenge(files.challenge, challenge, key);
    const adapter = [process.execPath, join(root, 'bin/conform.cjs'), 'adapter', '--serve'];
    const program = join(root, 'examples/challenge/answer-with-adapter.cjs');
    const answered = await nodeProgram(program, [files.challenge, files.answer, ...adapter], {});
    assert.equal(answered.code, 0, answered.stderr);
    const { code, stdout } = await judge(files);
    assert.equal(code, 0, stdout);
  });
});
