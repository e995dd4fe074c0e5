import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { exampleBases } from '../../../support/published/deployment';
import type { Target } from '../../../support/targets/target';
import { trafficTarget } from '../../../support/targets/traffic-target';
import type { ProxyEndpoint } from '../../../support/traffic/proxy/fronts';
import { proxyEndpointsFor } from '../../../support/traffic/proxy/fronts';
import { LiveJudge } from '../../../support/traffic/proxy/live-judge';
import { recordToFile } from '../../../support/traffic/recording-file';

const { gateway, identity, registry } = exampleBases;

/** The services that generated traffic goes to. */
export const target: Target = { ...trafficTarget, services: { gateway, identity, registry } };
const inFront = proxyEndpointsFor(target, { host: '127.0.0.1', tls: true });

/** Traffic as a relay has it, with the front that it came through. */
export function passing(record: WireRecord): readonly [ProxyEndpoint, WireRecord] {
  const { request } = record;
  const front = inFront.find(({ upstream }) => request.url.startsWith(new URL(upstream).origin));
  assert.ok(front !== undefined, request.url);
  const url = request.url.slice(new URL(front.upstream).origin.length);
  return [front, { ...record, request: { ...request, url } }];
}

/** A judge of what goes through, which records into a folder, and what it told of the suite's own faults. */
export function judgeIn(folder: string) {
  const recording = recordToFile(join(folder, 'recording.jsonl'));
  const faults: string[] = [];
  const fault = (line: string): void => {
    faults.push(line);
  };
  return { judge: new LiveJudge({ target, recording, fault }), recording, faults };
}
