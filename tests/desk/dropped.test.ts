import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { generate } from '../../mutants/traffic/generate';
import { logOf } from '../../mutants/traffic/traffic-log';
import { judgeFile } from '../../support/desk/server/traffic/judge-file';
import type { Results } from '../../support/judging/results';
import { ConfigurationError } from '../../support/targets/errors';
import { harText } from '../cli/auditing';
import { readResults, temporaryFolder } from '../report/embedded-run';

/** What the client broke; the services of generated traffic have small keys. */
const failedIn = ({ obligations }: Results): string[] =>
  obligations
    .filter(({ subject, verdict }) => subject === 'integrator' && verdict === 'failed')
    .map(({ id }) => id);

/** A file as it was taken, and where its report goes. */
function dropped(t: TestContext, content: string | Buffer) {
  const root = join(temporaryFolder(t), 'reports');
  const file = join(temporaryFolder(t), 'received');
  writeFileSync(file, content);
  return { file, root };
}

describe('a file that is dropped', () => {
  const name = '<b>../../etc/passwd</b>.har';

  for (const [what, pack] of [
    ['as it is', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)
    it(`is judged as HAR, under the name that it had: ${what}`, async (t) => {
      const { file, root } = dropped(t, pack(harText([{ id: 'HDR-07', at: 9 }])));
      const { form, results, folder } = await judgeFile({ file, name, root });
      assert.deepEqual([form, folder], ['har', join(root, 'audit')]);
      assert.deepEqual(readResults(folder), results);
      assert.equal(results.run.profile, 'audit');
      assert.deepEqual(failedIn(results), ['HDR-07']);
      assert.deepEqual(
        results.run.traffic?.files.map((each) => each.name),
        [name],
      );
      for (const each of readdirSync(folder).filter((entry) => statSync(join(folder, entry)).isFile()))
        assert.ok(!readFileSync(join(folder, each)).includes(file), `${each} names a file of ours`);
    });

  it('is judged as a log, as a collector of logs wrapped it and as a list', async (t) => {
    const log = logOf([...generate({ exchanges: 60, seed: 3, breaks: [{ id: 'HDR-07', at: 9 }] })]);
    const lines = log.trim().split('\n');
    const wrapped = lines.map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: 'x' }));
    for (const content of [wrapped.join('\n'), `[${lines.join()}]`]) {
      const { file, root } = dropped(t, content);
      const { form, results } = await judgeFile({ file, name: 'gateway-json.log', root });
      assert.deepEqual([form, results.exchanges, failedIn(results)], ['log', 60, ['HDR-07']]);
    }
  });

  it('is judged again by the current rules where it is a recording, whatever its name', async (t) => {
    const { file, root } = dropped(t, harText([{ id: 'HDR-07', at: 9 }]));
    const first = await judgeFile({ file, name, root });
    const recording = readFileSync(join(first.folder, 'recording.jsonl'));
    const again = dropped(t, zstdCompressSync(recording));
    const { form, results } = await judgeFile({ ...again, name: 'traffic.har' });
    assert.deepEqual([form, results.run.profile], ['recording', 'rejudge']);
    assert.equal(results.exchanges, first.results.exchanges);
    assert.deepEqual(failedIn(results), ['HDR-07']);
  });

  it('that holds no traffic is refused in one line, and nothing is written', async (t) => {
    for (const content of ['no traffic', '{"a": 1}', gzipSync('neither'), Buffer.alloc(5000)]) {
      const { file, root } = dropped(t, content);
      await assert.rejects(judgeFile({ file, name, root }), (error: unknown) => {
        assert.ok(error instanceof ConfigurationError);
        assert.ok(error.line.includes(name) && !error.line.includes(file), error.line);
        assert.match(error.message, /holds neither HAR, nor a traffic log, nor a recording/);
        assert.ok(error.hint.length > 0);
        return true;
      });
      assert.ok(!existsSync(root));
    }
  });

  it('that is of a known form of others is refused with what to do', async (t) => {
    const { file, root } = dropped(t, '1893:9:websocket;0:~8:response;');
    await assert.rejects(judgeFile({ file, name, root }), (error: unknown) => {
      assert.ok(error instanceof ConfigurationError);
      assert.match(error.line, /^<b>[^\n]*: holds mitmproxy's flows — [^\n]*hardump/);
      return true;
    });
    assert.ok(!existsSync(root));
  });

  it('that breaks off is judged as far as it goes, and does not conform', async (t) => {
    const { file, root } = dropped(t, harText().slice(0, -2000));
    const { results } = await judgeFile({ file, name, root });
    assert.ok(results.exchanges > 10);
    assert.equal(results.run.overall.integrator?.verdict, 'incomplete');
    assert.match(results.run.traffic?.files[0]?.cut ?? '', /behind entry \d+/);
  });

  it('is judged by the target that is named', async (t) => {
    const { file, root } = dropped(t, harText());
    const target = join(temporaryFolder(t), 'target.yaml');
    writeFileSync(target, 'name: a client of ours\nenvironment: sandbox\nreadings: { key-bits: 4096 }\n');
    const { results } = await judgeFile({ file, name, root, target });
    assert.equal(results.run.target.name, 'a client of ours');
    assert.equal(results.readings.find(({ id }) => id === 'key-bits')?.chosen, 4096);
  });
});
