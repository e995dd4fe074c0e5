import { basisTarget } from '../../support/judging/basis';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AdapterChannel } from '../../support/adapter/channel';
import { resolveRequestTarget } from '../../support/exchange/address';
import { ruleContextOfTarget } from '../../support/judging/scope';
import type { AuditedTraffic } from '../../support/traffic/audit';
import { auditClients } from '../../support/traffic/audit';
import type { FileRecording } from '../../support/traffic/recording-file';
import { recordToFile } from '../../support/traffic/recording-file';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import type { ProxyEndpoint } from '../../support/traffic/proxy/fronts';
import { proxyEndpointsFor, startProxy } from '../../support/traffic/proxy/fronts';
import { LiveJudge } from '../../support/traffic/proxy/live-judge';
import { openSource } from '../../support/traffic/sources';
import type { TrafficSettings } from '../../support/traffic/clients/client-judges';
import type { Mock } from '../../support/mock/start-mock';
import { defaultTls } from '../../support/mock/tls';
import type { Results } from '../../support/judging/results';
import { buildResults } from '../../support/judging/build-results';
import type { CapturedTraffic } from '../../support/traffic/ended-traffic';
import { trafficResultsInput, trafficBasis } from '../../support/traffic/ended-traffic';
import type { Target } from '../../support/targets/target';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { Stage } from '../mutant';
import { driveDay } from './drive';
import type { HarDialect } from './har-file';
import { harOf } from './har-file';

/** Traffic that was judged, with the recording that was made of it. */
export interface Judged {
  readonly results: Results;
  readonly recording: string;
}

/** What a day of a client left behind. */
interface Day extends Judged {
  /** What went through, secrets and all. */
  readonly seen: readonly WireRecord[];
  readonly target: Target;
}

type Settings = TrafficSettings & { readonly recording: FileRecording };

/** Judges the traffic that `bring` makes. */
async function judging(
  target: Target,
  profile: 'proxy' | 'audit',
  bring: (settings: Settings) => Promise<Pick<AuditedTraffic, 'judged'> & Pick<CapturedTraffic, 'client'>>,
): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'));
  try {
    const file = join(folder, 'recording.jsonl');
    const recording = recordToFile(file);
    const startedAt = new Date();
    const settings = { target, context: ruleContextOfTarget(target), recording, everyRule: false };
    const { judged, client } = await bring(settings);
    const results = buildResults(
      trafficResultsInput(
        trafficBasis({
          profile,
          target: basisTarget(target),
          subjects: ['service', 'integrator'],
          only: [],
          startedAt,
          files: [],
          client,
        }),
        judged,
      ),
    );
    recording.finish();
    return { results, recording: readFileSync(file, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fault(line: string): never {
  throw new Error(line);
}

/** The same at its address at the service, as a tool of the client's records it. */
function atService({ upstream }: ProxyEndpoint, record: WireRecord): WireRecord {
  const { request } = record;
  return {
    ...record,
    request: { ...request, url: resolveRequestTarget(new URL(upstream).origin, request.url) },
  };
}

/** Lets a client work for a day through a proxy in front of a stage, over TLS; closes the channel. */
export async function dayThroughProxy(
  channel: AdapterChannel,
  { target: staged, payer = {}, idle }: Stage,
): Promise<Day> {
  const seen: WireRecord[] = [];
  const target: Target = { ...trafficTarget, ...staged, integrator: {}, roles: trafficTarget.roles };
  const tls = await defaultTls(['127.0.0.1']);
  const judged = await judging(target, 'proxy', async (settings) => {
    const judge = new LiveJudge({ ...settings, fault });
    const options = {
      port: 0,
      ca: target.ca,
      take(front: ProxyEndpoint, wire: WireRecord) {
        judge.take(front, wire);
        if (wire.request.flaw?.kind !== 'unreadable') seen.push(atService(front, wire));
      },
    };
    const standing = { host: '127.0.0.1' };
    const proxy = await startProxy({
      ...options,
      tls,
      fronts: proxyEndpointsFor(target, { ...standing, tls: true }),
    });
    const callbacks: (typeof proxy)[] = [];
    const inFrontOf = async (url: string): Promise<string> => {
      const fronts = proxyEndpointsFor({ services: {} }, { ...standing, tls: false, callbacks: url });
      const running = await startProxy({ ...options, fronts });
      callbacks.push(running);
      return running.services[0]?.url ?? url;
    };
    try {
      const services = Object.fromEntries(proxy.services.map(({ name, url }) => [name, url])) as Mock['urls'];
      await driveDay(channel, { target, services, ca: tls.ca, payer, idle, inFrontOf });
    } finally {
      await channel.close();
      await Promise.all([proxy, ...callbacks].map((each) => each.close()));
    }
    return judge.end();
  });
  return { ...judged, seen, target };
}

/** What an audit makes of the same day, recorded by a tool that writes this dialect. */
export function auditOf({ seen, target }: Day, dialect: HarDialect, byAddress: boolean): Promise<Judged> {
  const services = byAddress ? target.services : {};
  const text = JSON.stringify(harOf(seen, dialect));
  const open = async () => [await openSource('-', Readable.from([Buffer.from(text)]))];
  return judging({ ...target, services }, 'audit', (settings) =>
    auditClients({ ...settings, open, key: randomBytes(32) }),
  );
}
