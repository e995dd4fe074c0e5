import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Written } from './challenge-scene';
import {
  answersOf,
  change,
  changeField,
  fieldIdOf,
  judge,
  readJson,
  refusedInOneLine,
  writeJson,
  written,
} from './challenge-scene';
import { conform } from './conform';
import { earlierReports } from './targets';

const concurrency = { concurrency: 2 };

/** What is done to the files of a right answer, and what is said about it. */
const cases: Readonly<Record<string, readonly [(files: Written) => void, RegExp]>> = {
  'an answer that is empty': [
    ({ answer }) => {
      writeFileSync(answer, '');
    },
    /answer\.json: is not JSON — howToAnswer/,
  ],
  'an answer that is null': [
    ({ answer }) => {
      writeJson(answer, null);
    },
    /answer\.json: the value must be object/,
  ],
  'an unknown member': [
    (files) => {
      change(files.answer, (value) => ({ ...value, score: 1 }));
    },
    /answer\.json: \/score is not allowed here — howToAnswer/,
  ],
  'nothing but bad entries': [
    (files) => {
      change(files.answer, (value) => ({ ...value, answers: [{ id: 'item-999', result: {} }] }));
    },
    /answer\.json: holds no answer that can be taken; the answer file: item-999 is not taken: is no item/,
  ],
  'the id of another challenge': [
    (files) => {
      change(files.answer, (value) => ({ ...value, challenge: 'd3b4b9b6-6a41-4a8e-9d7c-0d7bd4a34c7e' }));
    },
    /answer\.json: answers challenge d3b4b9b6-\S+, and not [0-9a-f]{8}-/,
  ],
  'a file that is not a challenge': [
    ({ challenge }) => {
      writeJson(challenge, { items: [] });
    },
    /my\.challenge\.json: \/version is missing/,
  ],
  'a file that is not a key': [
    ({ key }) => {
      writeJson(key, {});
    },
    /my\.challenge\.json\.key: \/version is missing/,
  ],
  'the key of another challenge': [
    (files) => {
      change(files.key, (value) => ({ ...value, challenge: 'd3b4b9b6-6a41-4a8e-9d7c-0d7bd4a34c7e' }));
    },
    /my\.challenge\.json\.key: is the key of challenge d3b4b9b6-\S+, and .*my\.challenge\.json is /,
  ],
  'a challenge that has expired': [
    (files) => {
      change(files.key, (value) => ({ ...value, expiresAt: '2026-01-01T00:00:00.000Z' }));
    },
    /my\.challenge\.json: expired at 2026-01-01T00:00:00\.000Z — write a new one/,
  ],
};

/** One entry of a right answer is spoilt: that of a field which is judged. */
const badEntries: Readonly<Record<string, readonly [(files: Written) => void, RegExp]>> = {
  'an unknown member of an entry': [
    (files) => {
      changeField(files, (first) => ({ ...first, sure: true }));
    },
    /item-\d+ is not taken: \/sure is not allowed here/,
  ],
  'an entry with neither result nor error': [
    (files) => {
      changeField(files, ({ id }) => ({ id }));
    },
    /item-\d+ is not taken: \/result is missing/,
  ],
  'an item twice': [
    (files) => {
      const id = fieldIdOf(files);
      change(files.answer, (value) => ({
        ...value,
        answers: [...answersOf(value), ...answersOf(value).filter((each) => each.id === id)],
      }));
    },
    /item-\d+ is not taken: is answered twice: each item has one answer/,
  ],
  'a result of another shape': [
    (files) => {
      changeField(files, ({ id }) => ({ id, result: { ciphertext: null } }));
    },
    /item-\d+ is not taken: in its result \/ciphertext must be string, is null; .*answer with an error/,
  ],
};

describe('bad input to conform challenge', concurrency, () => {
  for (const [what, [spoil, telling]] of Object.entries(cases))
    it(`${what} is refused in one line, and the challenge stays open`, async (t) => {
      const files = await written(t);
      spoil(files);
      const key = readFileSync(files.key, 'utf8');
      const earlier = earlierReports(t);
      const before = earlier.contents();
      refusedInOneLine(await judge(files, '--reports', earlier.folder), telling);
      assert.deepEqual(earlier.contents(), before);
      assert.equal(readFileSync(files.key, 'utf8'), key);
    });

  for (const [what, [spoil, telling]] of Object.entries(badEntries))
    it(`${what} is told by itself, and the others are judged`, async (t) => {
      const files = await written(t);
      spoil(files);
      const { code, stdout, stderr } = await judge(files);
      assert.equal(code, 3, stderr);
      assert.match(stdout + stderr, telling);
      const { obligations } = readJson(join(files.folder, 'reports', 'results.json')) as {
        obligations: { id: string; planned: boolean; verdict: string; reason?: unknown }[];
      };
      const verdictOf = (id: string) => obligations.find((each) => each.id === id)?.verdict;
      assert.equal(verdictOf('ENC-14'), 'passed');
      assert.equal(verdictOf('ENC-03'), 'not-tested');
      assert.notEqual((readJson(files.key) as { answeredAt: unknown }).answeredAt, null);
    });

  it('an entry too many is told, and hides nothing', async (t) => {
    const files = await written(t);
    change(files.answer, (value) => ({
      ...value,
      answers: [...answersOf(value), { id: 'item-999', result: { ciphertext: 'x' } }],
    }));
    const { code, stdout, stderr } = await judge(files);
    assert.equal(code, 0, stderr);
    assert.match(stdout + stderr, /item-999 is not taken: is no item of the challenge/);
  });

  it('files that are not there are named', async (t) => {
    const { folder, challenge, answer } = await written(t);
    const missing = (given: string, named: string) =>
      conform(['challenge', '--answer', given, '--challenge', named], { cwd: folder });
    refusedInOneLine(await missing('no.json', challenge), /no\.json: there is no such file/);
    refusedInOneLine(await missing(answer, 'no.json'), /no\.json: there is no such file/);
    writeFileSync(join(folder, 'alone.json'), readFileSync(challenge));
    refusedInOneLine(
      await missing(answer, 'alone.json'),
      /alone\.json\.key: there is no such file — it was written beside the challenge/,
    );
    assert.equal(existsSync(join(folder, 'reports')), false);
  });

  it('neither half of a challenge is overwritten, and none is written alone', async (t) => {
    const { folder, challenge, key } = await written(t);
    const before = [readFileSync(challenge, 'utf8'), readFileSync(key, 'utf8')];
    refusedInOneLine(
      await conform(['challenge', '--out', challenge]),
      /my\.challenge\.json: is there already and is left alone — name another with --out/,
    );
    assert.deepEqual([readFileSync(challenge, 'utf8'), readFileSync(key, 'utf8')], before);
    const nowhere = await conform(['challenge', '--out', 'no/where.json', '--role', 'identity'], {
      cwd: folder,
    });
    refusedInOneLine(nowhere, /no\/where\.json: cannot be written \(ENOENT\)/);
    writeFileSync(join(folder, 'b.json.key'), 'earlier');
    const beside = await conform(['challenge', '--out', 'b.json'], { cwd: folder });
    refusedInOneLine(beside, /b\.json\.key: is there already/);
    assert.equal(existsSync(join(folder, 'b.json')), false);
    assert.equal(readFileSync(join(folder, 'b.json.key'), 'utf8'), 'earlier');
  });

  it('options that do not go together, or mean nothing, are refused', async () => {
    const usage: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /challenge neither --out nor --answer was given — as in: npx conform challenge --answer/],
      [['--answer', 'a.json'], /--answer the challenge is not named/],
      [['--out', 'a', '--answer', 'b'], /'--out <file>' cannot be used with option '--answer <file>'/],
      [
        ['--out', 'a', '--role', 'session'],
        /'--role <roles>'.*invalid\. there are identity, registry, hip, hiu/,
      ],
      [['--out', 'a', '--forms', 'p256'], /'--forms <forms>'.*invalid\. there are x25519/],
      [['--out', 'a', '--days', '0'], /'--days <n>'.*invalid\. a whole number from 1 to 365/],
    ];
    for (const [args, telling] of usage) refusedInOneLine(await conform(['challenge', ...args]), telling);
  });
});
