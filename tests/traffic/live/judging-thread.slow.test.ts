import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { frameOf } from '../../../support/traffic/live/frame';
import { LiveBench } from '../../../support/traffic/live/live-bench';
import type { News } from '../../../support/traffic/live/messages';
import { temporaryFolder } from '../../report/embedded-run';
import { interleaved, trafficOf } from '../several';
import { beginningIn, judgedHere, passedOf, threadIn } from './handing';

const day = interleaved(
  trafficOf([
    { clientId: 'SBX_1', exchanges: 150 },
    { clientId: 'SBX_2', exchanges: 150, breaks: [{ id: 'HDR-05', at: 20 }] },
    { clientId: 'SBX_3', exchanges: 150, opaque: true },
  ]),
).map(passedOf);
const [alone = []] = trafficOf([{ clientId: 'SBX_1', exchanges: 200, breaks: [{ id: 'HDR-07', at: 9 }] }]);

describe('the thread that records and judges', () => {
  for (const [what, all] of [
    ['one client', alone.map(passedOf)],
    ['several clients', day],
  ] as const)
    it(`writes and concludes to the letter what one thread alone does: ${what}`, async (t) => {
      const folder = temporaryFolder(t);
      const wanted = await judgedHere(folder, all);
      const { thread, said } = await threadIn(folder);
      for (const [front, passed] of all) thread.take(front, passed);
      const { judged, client } = await thread.end();
      await thread.finish();
      assert.equal(readFileSync(thread.file, 'utf8'), wanted.recording);
      assert.deepEqual(judged, wanted.judged);
      assert.deepEqual(client, wanted.client);
      assert.ok([...judged.conclusions.values()].some(({ breachCount }) => breachCount > 0));
      const told = said.join('\n').split('\n');
      const explained = told.filter((line) => /^ {8}[A-Z]{3}-\d\d {2}\S.*: /.test(line));
      assert.ok(explained.length > 0);
      if (what === 'one client') assert.equal(new Set(explained).size, explained.length, 'each id once');
      assert.deepEqual(
        told.filter((line) => !explained.includes(line)).map((line) => Number(/^ *#(\d+) /.exec(line)?.[1])),
        all.map((_each, index) => index + 1),
        'a line for each, in order',
      );
    });

  it('has room for so much, and no more until it has judged some; nothing is lost', async (t) => {
    const { thread } = await threadIn(temporaryFolder(t));
    const [[front, passed] = assert.fail()] = day;
    const body = { chunks: [Buffer.alloc(512 * 1024, 'x')], bytes: 512 * 1024 };
    while (!thread.room.isFull) thread.take(front, { ...passed, body });
    assert.ok(thread.handed > 10 && thread.handed < 64, `${thread.handed} half MiB`);
    const handedThen = thread.handed;
    const begun = new Promise<number>((resolve) => {
      thread.room.admit(() => {
        resolve(thread.count);
      });
    });
    assert.ok((await begun) > 0, 'what waited begins once some is judged');
    thread.take(front, passed);
    await thread.end();
    assert.equal(thread.count, handedThen + 1);
    assert.equal(readFileSync(thread.file, 'utf8').trim().split('\n').length, handedThen + 1);
    await thread.finish();
  });

  it('counts what neither the contract nor the far side knows, also of what it goes on with', async (t) => {
    const [[front, passed] = assert.fail(), [, second] = assert.fail()] = alone.map(passedOf);
    const { answer } = passed;
    assert.ok(answer !== undefined);
    const lost = { ...passed, url: '/nowhere', answer: { ...answer, status: 404 } };
    const folder = temporaryFolder(t);
    const before = await threadIn(folder);
    for (const each of [passed, lost, second, lost]) before.thread.take(front, each);
    await before.thread.end();
    await before.thread.finish();
    assert.deepEqual([before.thread.count, before.thread.unmapped], [4, 2]);
    const { thread } = await threadIn(temporaryFolder(t));
    const descriptor = openSync(join(folder, 'recording.jsonl'), 'r');
    const { exchanges, others } = await thread.continue({
      file: join(folder, 'recording.jsonl'),
      descriptor,
    });
    closeSync(descriptor);
    thread.take(front, lost);
    await thread.end();
    await thread.finish();
    assert.deepEqual([exchanges, others, thread.unmapped], [4, 2, 1]);
  });

  it('tells of what it cannot judge, and goes on', async (t) => {
    const news: News[] = [];
    const bench = new LiveBench(beginningIn(temporaryFolder(t)), (each) => news.push(each));
    const [[, passed] = assert.fail()] = day;
    // There is no such front.
    for (const front of [7, 0]) {
      const frame = frameOf(front, passed);
      const bytes = Buffer.alloc(frame.bytes);
      frame.writeTo(bytes, 0);
      await bench.do({ kind: 'passed', bytes });
    }
    bench.abandon();
    const counts = news.flatMap((each) => (each.kind === 'judged' ? [[each.recorded, each.unjudged]] : []));
    assert.deepEqual(counts, [
      [0, 1],
      [1, 0],
    ]);
    const said = news.flatMap((each) => (each.kind === 'lines' ? [each.text] : []));
    assert.match(said[0] ?? '', /^fault of the suite: an exchange could not be judged/);
  });
});
