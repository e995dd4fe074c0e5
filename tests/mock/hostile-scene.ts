import type { TestContext } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { openRun } from '../../support/run/open-run';
import { ruleContextOfRun } from '../../support/run/run';
import type { PlayedServices } from '../../support/scenarios/integrator/played-services';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { JudgingLoop } from '../../support/judging/loop';
import type { Conclusion } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { embeddedTarget } from '../../support/run/targets';
import { eventually } from '../eventually';
import type { RawClient } from './raw-client';
import { rawClient } from './raw-client';

/** The services that a run plays, with their recording, for clients that write bytes by hand. */
export interface HostileScene {
  readonly played: PlayedServices;
  readonly exchanges: readonly Exchange[];
  /** A connection to the gateway. */
  connect(): RawClient;
  /** The exchange with that number (from 1), once it is recorded. */
  recorded(seq?: number): Promise<Exchange>;
  /** What every rule about integrators finds in the recording. */
  conclusions(): ReadonlyMap<string, Conclusion>;
}

/** So long that a busy machine exceeds none; only what `quick` is for waits for them. */
const patient = { requestMs: 10_000, headersMs: 10_000, checkMs: 50, lingerMs: 1000 };
/** For clients that never come to an end. */
export const quick = { requestMs: 1000, headersMs: 500, checkMs: 50, lingerMs: 1000 };

/** Plays the services, over plain http by default. */
export async function playForRawClients(
  t: TestContext,
  { tls = false, limits = patient } = {},
): Promise<HostileScene> {
  const run = await openRun({
    target: {
      ...embeddedTarget,
      services: { gateway: 'https://gateway.invalid' },
      integrator: { url: 'http://127.0.0.1' },
      roles: ['session', 'identity', 'registry', 'provider'],
      mockTls: tls,
      readings: defaultReadings,
    },
    profile: 'test',
    subjects: ['integrator'],
    only: [],
    reports: '',
    seams: { mockLimits: limits },
  });
  t.after(() => run.close());
  const played = await playServices(run);
  const { exchanges } = run.evidence.recording;
  return {
    played,
    exchanges,
    connect: () => rawClient(played.mock.urls.gateway, tls ? played.mock.ca : undefined),
    recorded: (seq = 1) => eventually(`exchange #${seq} is recorded`, () => exchanges[seq - 1]),
    conclusions() {
      const loop = new JudgingLoop(contractObligations.judged, ruleContextOfRun(run));
      for (const exchange of exchanges) loop.observe(exchange);
      return loop.conclude();
    },
  };
}
