import { integratorRoles, isIntegratorRole } from '../adapter/roles';
import { isLoopback } from '../contract/loopback';
import { accountOfTarget } from '../mock/account';
import { payerCertificate } from '../mock/tls';
import { faultsByName } from '../mock/stimuli';
import { buildResults } from '../judging/build-results';
import { servicePathsOf } from '../run/mock-options';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { openRun } from '../run/open-run';
import type { Run } from '../run/run';
import { ruleContextOfRun } from '../run/run';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import { playServices } from '../scenarios/integrator/played-services';
import { ConfigurationError } from '../targets/errors';
import { publicKeyFlaw, publicKeyHint } from '../targets/pem';
import type { Target } from '../targets/target';
import { judgedBy, targetOfMockClient } from '../cli/judged-mock';
import { trafficResultsInput, trafficBasis } from '../traffic/ended-traffic';
import { TrafficLoop } from '../traffic/traffic-loop';
import { maxTrafficSecrets } from '../traffic/traffic-recorder';
import type { Fault, Mock, MockOptions, Outcome } from './api';
import type { OptionKinds } from './check-options';
import {
  checkValue,
  checkOptions,
  flagKind,
  textKind,
  textsKind,
  textsNamed,
  variablesFor,
  variablesKind,
  libraryOutcomeOf,
} from './check-options';

const kinds: OptionKinds<MockOptions> = {
  target: textKind,
  roles: textsKind,
  tls: flagKind,
  environment: variablesKind,
  credentials: textsNamed('clientId', 'clientSecret'),
  dummyPayerToken: textKind,
  otp: textsNamed('value', 'txnId'),
  profileKey: textKind,
};

/**
 * Starts a mock of all services for a test, on free ports of 127.0.0.1. Close the mock at the end of the test
 * to free its ports; an open mock does not keep the process alive. Throws a ConfigurationError for mistakes
 * in the options or the target file.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options, kinds, 'startMock');
  const { target, servicePaths } = targetFor(options);
  const run = await openRun({
    target,
    profile: 'mock',
    subjects: ['integrator'],
    only: [],
    reports: '',
    mostKnown: maxTrafficSecrets,
  });
  try {
    const played = await playServices(run, { account: accountOfTarget(target), servicePaths });
    played.mock.unref();
    return mockOf(run, played, options.roles === undefined);
  } catch (error) {
    await run.close();
    throw error;
  }
}

function targetFor({ target: file, roles, tls = false, ...given }: MockOptions) {
  const read = withCredentials(
    file === undefined ? embeddedTarget : loadTargetForMock(file, variablesFor(given)),
    given,
  );
  // Ignore the target's `mockPublicUrl` and `mockListen`, which configure the mock of a certification run.
  // This mock listens on free ports, so that tests can run in parallel.
  const { mockPublicUrl: _publicUrl, ...like } = { ...read, mockListen: embeddedTarget.mockListen };
  const played = roles === undefined ? integratorRoles : checkedRoles(roles);
  return { target: targetOfMockClient(like, played, tls), servicePaths: servicePathsOf(read) };
}

/** Replaces the credentials of a target by those of the options, if there are any. */
function withCredentials(
  target: Target,
  { credentials, dummyPayerToken, otp }: Pick<MockOptions, 'credentials' | 'dummyPayerToken' | 'otp'>,
): Target {
  const token = 'dummy-payer-token' as const;
  return {
    ...target,
    ...(credentials !== undefined && { credentials }),
    ...(otp !== undefined && { otps: [otp] }),
    ...(dummyPayerToken !== undefined && {
      dummyPayerToken,
      readings: { ...target.readings, [token]: 'target' },
      overridden: [...new Set([...target.overridden, token])],
    }),
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
  const { clientId, clientSecret, dummyPayerToken, cmId, otp, txnId } = account;
  const close = () => run.close();
  return {
    services: { ...urls },
    credentials: { clientId, clientSecret },
    ...{ cmId, otp, txnId },
    ...(dummyPayerToken !== undefined && { dummyPayerToken }),
    participants: { ...run.target.participants },
    callbackCertificates: urls.gateway + run.target.readings['callback-certificates'],
    payerEncryptionKey: keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    payerEncryptionCertificate: payerCertificate(keys.payer),
    ...(ca !== undefined && { ca }),
    callBackAt(url, key) {
      const callbackUrl = checkedBase(url);
      checkCallbackKey(run.target.readings.envelope, key);
      cycles.callbackUrl = callbackUrl;
      cycles.encryptionKey = key;
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

/**
 * Returns the address without a trailing slash. Throws a ConfigurationError if the payer cannot send to this
 * address. Without this check, callbacks would be lost silently.
 */
function checkedBase(address: string): string {
  checkValue(address, textKind, 'callBackAt', exampleAddress);
  const url = URL.parse(address.trim());
  const wrong = (message: string) => new ConfigurationError(message, { at: 'callBackAt' }, exampleAddress);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw wrong('is no http or https address');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrong('holds credentials, a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw wrong('is plain http outside this machine: use https');
  return address.trim().replace(/\/+$/, '');
}

function checkCallbackKey(envelope: 'json' | 'jwe', key: string | undefined): void {
  const wrong = (message: string) => new ConfigurationError(message, { at: 'encryptionKey' }, publicKeyHint);
  if (key !== undefined) checkValue(key, textKind, 'encryptionKey', publicKeyHint);
  if (envelope !== 'jwe') return;
  if (key === undefined) throw wrong('is missing: callbacks are encrypted');
  const flaw = publicKeyFlaw(key);
  if (flaw !== undefined) throw wrong(`holds ${flaw}`);
}

const exampleAddress = 'as in http://127.0.0.1:8443/base';

function stimulusOf(fault: Fault): (typeof faultsByName)[Fault] {
  const hint = `there are ${Object.keys(faultsByName).join(', ')}`;
  checkValue(fault, textKind, 'inject', hint);
  if (Object.hasOwn(faultsByName, fault)) return faultsByName[fault];
  throw new ConfigurationError(`${fault}: unknown fault`, { at: 'inject' }, hint);
}

/** Judges by all rules, even those for encrypted fields: the mock has the keys to decrypt them. */
function verdictsOf(run: Run, rolesAsSeen: boolean): Outcome {
  const {
    evidence: { recording, diagnosis },
    target,
    startedAt,
  } = run;
  const loop = new TrafficLoop(ruleContextOfRun(run), true);
  for (const each of recording.evidence) loop.observe(each);
  const basis = trafficBasis({
    profile: 'mock',
    target: judgedBy(target, rolesAsSeen),
    subjects: ['integrator'],
    only: [],
    startedAt,
    files: [],
    diagnosis,
  });
  const judged = {
    conclusions: loop.conclude(),
    count: recording.evidence.length,
    evidence: recording.evidence,
    spans: [loop.seen],
  };
  return libraryOutcomeOf(buildResults(trafficResultsInput(basis, judged)));
}
