import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { targetContext } from '../../../support/judging/target-context';
import type { Target } from '../../../support/targets/target';
import { trafficTarget } from '../../../support/targets/traffic-target';
import { LiveJudge } from '../../../support/traffic/clients/live-judge';
import { recordToFile } from '../../../support/traffic/recording-file';
import type { Front } from '../../../support/traffic/proxy/fronts';
import { frontsOf, placing } from '../../../support/traffic/proxy/fronts';
import type { LiveBeginning } from '../../../support/traffic/live/messages';
import { JudgingThread } from '../../../support/traffic/live/judging-thread';
import type { Body, Passed } from '../../../support/traffic/passed';
import { wireRecordOf } from '../../../support/traffic/passed';
import { testKey } from '../several';

const services = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example/v4',
};

/** The services that generated traffic goes to. */
export const target: Target = { ...trafficTarget, services };
const inFront = frontsOf(target, { host: '127.0.0.1', tls: true });
export const beginningIn = (folder: string): LiveBeginning => ({
  ...{ target, fronts: inFront, colours: false, key: testKey },
  file: join(folder, 'recording.jsonl'),
});

/** A thread that records into a folder, and what it said. */
export async function threadIn(folder: string) {
  const said: string[] = [];
  const hearing = {
    print: (text: string) => said.push(text),
    fail: (error: Error) => said.push(`failed: ${error.message}`),
  };
  const thread = new JudgingThread(beginningIn(folder), hearing);
  await thread.open();
  return { thread, said };
}

/** A record as a relay has it, and the front that it came through. */
export function passedOf({ request, response, arrivedAt, answeredAt }: WireRecord): readonly [Front, Passed] {
  const front = inFront.find(({ upstream }) => request.url.startsWith(new URL(upstream).origin));
  assert.ok(front !== undefined, request.url);
  const bodyOf = (body: Buffer = Buffer.alloc(0)): Body => ({ chunks: [body], bytes: body.length });
  const passed = {
    ...{ arrivedAt, answeredAt },
    method: request.method,
    url: request.url.slice(new URL(front.upstream).origin.length),
    headers: request.headers.flat(),
    body: bodyOf(request.body),
    ...(response && {
      answer: { status: response.status, headers: response.headers.flat(), body: bodyOf(response.body) },
    }),
  };
  return [front, passed];
}

/** What one thread alone makes of it, as it comes. */
export async function judgedHere(folder: string, all: readonly (readonly [Front, Passed])[]) {
  const recording = recordToFile(join(folder, 'here.jsonl'));
  const settings = { target, context: targetContext(target), recording, everyRule: false, key: testKey };
  const judge = new LiveJudge(settings);
  for (const [front, passed] of all) {
    const { place, raw } = placing(target, front)(wireRecordOf(passed));
    judge.takeFrom(place, raw);
  }
  const ended = await judge.end();
  recording.finish();
  return { ...ended, recording: readFileSync(recording.file, 'utf8') };
}
