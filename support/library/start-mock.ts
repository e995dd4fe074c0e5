import { faults } from '../mock/faults';
import { resultsOf } from '../judging/results-of';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { openRun } from '../run/open-run';
import type { Run } from '../run/run';
import { ruleContext } from '../run/run';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import { playServices } from '../scenarios/integrator/played-services';
import type { Target } from '../targets/target';
import { basisTarget } from '../judging/basis';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import { TrafficLoop } from '../traffic/traffic-loop';
import type { Mock, MockOptions, Outcome } from './api';
import { outcomeOf } from './outcome';

/**
 * Starts all services for a test, on free ports of this machine. Throws a ConfigurationError for a target file with
 * mistakes. Close it at the end of the test: it keeps the process alive.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const run = await openRun({
    target: targetFor(options),
    profile: 'mock',
    subjects: ['integrator'],
    only: [],
    reports: '',
  });
  try {
    return mockOf(run, await playServices(run));
  } catch (error) {
    await run.close();
    throw error;
  }
}

/** The services are played to an integrator: no others are there that could be a subject. */
function targetFor({ target: file, tls = false }: MockOptions): Target {
  const like = file === undefined ? embeddedTarget : loadTargetForMock(file);
  const services = { gateway: 'https://played.invalid' };
  // As for a person's own client: over TLS only where that is asked for.
  return { ...like, services, integrator: { manual: true }, declarations: {}, mockTls: tls, secrets: [] };
}

function mockOf(run: Run, played: PlayedServices): Mock {
  const { mock } = played;
  const { account, cycles, keys, urls, ca, stimuli } = mock;
  const { clientId, clientSecret, cmId, otp, txnId } = account;
  const close = () => run.close();
  return {
    services: { ...urls },
    credentials: { clientId, clientSecret },
    ...{ cmId, otp, txnId },
    participants: { ...run.target.participants },
    callbackCertificates: urls.gateway + run.target.readings['callback-certificates'],
    payerEncryptionKey: keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...(ca !== undefined && { ca }),
    callBackAt(url, encryptionKey) {
      cycles.callbackUrl = url;
      cycles.encryptionKey = encryptionKey;
    },
    inject(fault) {
      if (fault === undefined) stimuli.lift();
      else stimuli.play(faults[fault]);
    },
    settled: () => cycles.settled(),
    verdicts: () => verdictsOf(run),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** By every rule: the mock has the keys that fields are encrypted under, and so sees what other traffic cannot show. */
function verdictsOf(run: Run): Outcome {
  const { recording, target, startedAt } = run;
  const loop = new TrafficLoop(ruleContext(run), true);
  for (const each of recording.evidence) loop.observe(each);
  const basis = trafficBasis({
    profile: 'mock',
    target: basisTarget(target),
    subjects: ['integrator'],
    only: [],
    startedAt,
    files: [],
  });
  const judged = {
    conclusions: loop.conclude(),
    count: recording.evidence.length,
    evidence: recording.evidence,
  };
  return outcomeOf(resultsOf(endedTraffic(basis, judged)));
}
