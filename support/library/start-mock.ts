import { integratorRoles, isIntegratorRole } from '../adapter/roles';
import { faults } from '../mock/faults';
import { resultsOf } from '../judging/results-of';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { openRun } from '../run/open-run';
import type { Run } from '../run/run';
import { ruleContext } from '../run/run';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import { playServices } from '../scenarios/integrator/played-services';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { basisTarget } from '../judging/basis';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import { TrafficLoop } from '../traffic/traffic-loop';
import type { Fault, Mock, MockOptions, Outcome } from './api';
import type { Kinds } from './check-options';
import { checkKind, checkOptions, flag, text, texts } from './check-options';
import { outcomeOf } from './outcome';

const kinds: Kinds<MockOptions> = { target: text, roles: texts, tls: flag };

/**
 * Starts all services for a test, on free ports of this machine. Throws a ConfigurationError for options or a target file
 * with mistakes. Close it at the end of the test: it keeps the process alive.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options, kinds, 'startMock');
  const run = await openRun({
    target: targetFor(options),
    profile: 'mock',
    subjects: ['integrator'],
    only: [],
    reports: '',
  });
  try {
    return mockOf(run, await playServices(run), options.roles === undefined);
  } catch (error) {
    await run.close();
    throw error;
  }
}

/** The services are played to an integrator: no others are there that could be a subject. */
function targetFor({ target: file, roles, tls = false }: MockOptions): Target {
  const like = file === undefined ? embeddedTarget : loadTargetForMock(file);
  const services = { gateway: 'https://played.invalid' };
  // As for a person's own client: over TLS only where that is asked for.
  return {
    ...like,
    services,
    integrator: { manual: true },
    roles: roles === undefined ? integratorRoles : checkedRoles(roles),
    declarations: {},
    mockTls: tls,
    secrets: [],
  };
}

function checkedRoles(roles: readonly string[]): Target['roles'] {
  const all = integratorRoles.join(', ');
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { at: 'roles' }, hint);
  if (roles.length === 0)
    throw wrong('names none', `leave it out for all that the client shows, or name of ${all}`);
  return [...new Set(roles)].map((role) => {
    if (!isIntegratorRole(role)) throw wrong(`${role}: unknown role`, `there are ${all}`);
    return role;
  });
}

function mockOf(run: Run, played: PlayedServices, rolesAsSeen: boolean): Mock {
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
      if (!URL.canParse(url))
        throw new ConfigurationError(
          'is no address',
          { at: 'callBackAt' },
          'as in http://127.0.0.1:8443/base',
        );
      if (encryptionKey !== undefined) checkKind(encryptionKey, text, 'encryptionKey', 'SPKI in PEM');
      cycles.callbackUrl = url;
      cycles.encryptionKey = encryptionKey;
    },
    inject(fault) {
      if (fault === undefined) stimuli.lift();
      else stimuli.play(stimulusOf(fault));
    },
    settled: () => cycles.settled(),
    verdicts: () => verdictsOf(run, rolesAsSeen),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function stimulusOf(fault: Fault): (typeof faults)[Fault] {
  if (Object.hasOwn(faults, fault)) return faults[fault];
  const names = Object.keys(faults).join(', ');
  throw new ConfigurationError(`${fault}: unknown fault`, { at: 'inject' }, `there are ${names}`);
}

/** By every rule: the mock has the keys that fields are encrypted under, and so sees what other traffic cannot show. */
function verdictsOf(run: Run, rolesAsSeen: boolean): Outcome {
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
  const ended = endedTraffic(basis, judged);
  const circumstances = { ...ended.circumstances, ...(rolesAsSeen && { rolesAsSeen }) };
  return outcomeOf(resultsOf({ ...ended, circumstances, diagnosis: run.diagnosis }));
}
