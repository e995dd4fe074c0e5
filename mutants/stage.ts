import { AsyncLocalStorage } from 'node:async_hooks';
import { readingsOfProfile } from '../support/contract/field-profile';
import type { ReadingId, ReadingOverrides } from '../support/contract/readings';
import { resolveReadings } from '../support/contract/readings';
import type { Mock, MockOptions } from '../support/mock/start-mock';
import type { MockReply } from '../support/mock/seams';
import { startMock } from '../support/mock/start-mock';
import { payerCertificate } from '../support/mock/tls';
import { payerOfMock } from '../support/run/open-services';
import { embeddedTarget } from '../support/run/targets';
import { embeddedLimits } from '../support/targets/embedded';
import { shippedProfiles } from '../support/targets/field-profiles';
import type { Limits, Target } from '../support/targets/target';
import type { Mutant, Stage, StartStage } from './mutant';

/**
 * Loopback answers in milliseconds, unless the machine is busy: what takes longer than this hangs. Only what never
 * comes is waited for so long.
 */
export const stageLimits: Limits = { ...embeddedLimits, timeoutMs: 10_000, callbackMs: 5000 };

/**
 * Services that never answer, or never end an answer, are given up after this many milliseconds. The rest of such a
 * service answers, which may take a second on a busy machine.
 */
export const hangingMs = 2000;

/** The mock as a target: its addresses, as if the services belonged to another party. */
export function targetOf(mock: Mock): Target {
  const { clientId, clientSecret, otp, txnId, cmId, paths } = mock.account;
  return {
    ...embeddedTarget,
    name: 'mutant',
    services: mock.urls,
    cmId,
    paths,
    credentials: { clientId, clientSecret },
    otps: [{ value: otp, txnId }],
    limits: stageLimits,
    ...(mock.ca !== undefined && { ca: mock.ca }),
    secrets: [
      { kind: 'client-secret', value: clientSecret },
      { kind: 'otp', value: otp },
    ],
  };
}

/** Starts a mock with these options, as a stage. */
export type StageMock = (options: MockOptions) => Promise<Stage>;

const replacements = new AsyncLocalStorage<StageMock>();

/**
 * Starts a specimen. Each time that the specimen calls {@link stageMock}, `replacement` is called instead, with the
 * options of the specimen. In `replacement`, {@link stageMock} starts a mock as usual.
 */
export function startWith(replacement: StageMock, start: StartStage): Promise<Stage> {
  return replacements.run(replacement, start);
}

/** A mock as a stage; over plain http unless `tls` says otherwise, which leaves out SEC-02. */
export function stageMock(options: MockOptions): Promise<Stage> {
  const replacement = replacements.getStore();
  return replacement === undefined ? stageAlone(options) : replacements.exit(() => replacement(options));
}

async function stageAlone(options: MockOptions): Promise<Stage> {
  const mock = await startMock({ tls: false, ...options });
  const idle = () => mock.cycles.settled();
  const payer = { ...payerOfMock(mock), encryptionCertificate: payerCertificate(mock.keys.payer) };
  return { target: targetOf(mock), payer, idle, close: () => mock.close() };
}

/** Starts a mock with some of its seams replaced; a function is called at each start, so it may hold state. */
export function withSeams(seams: NonNullable<MockOptions['seams']>): StartStage {
  return () => stageMock({ seams });
}

/** The same stage, whose target sets further readings. */
export function withAgreedReadings(stage: Stage, overrides: ReadingOverrides): Stage {
  const { readings, overridden } = stage.target;
  const target = {
    ...stage.target,
    readings: resolveReadings(overrides, readings),
    overridden: withIds(overridden, Object.keys(overrides) as ReadingId[]),
  };
  return { ...stage, target };
}

const withIds = (ids: readonly ReadingId[], more: readonly ReadingId[]): ReadingId[] => [
  ...new Set([...ids, ...more]),
];

/** The part of a target that extends a field profile that comes with the suite, with all of its settings. */
export function extending(
  name: string,
): Pick<Target, 'readings' | 'overridden'> & Required<Pick<Target, 'fieldProfile'>> {
  const fieldProfile = shippedProfiles().find((each) => each.name === name);
  if (fieldProfile === undefined) throw new Error(`${name} is no field profile of the suite`);
  const overrides = readingsOfProfile(fieldProfile);
  const overridden = Object.keys(overrides) as ReadingId[];
  return { readings: resolveReadings(overrides), overridden, fieldProfile };
}

/** The same, for services that never answer: given up sooner, since nothing is to be waited for. */
export function startHangingMock(seams: NonNullable<MockOptions['seams']>): StartStage {
  return async () => {
    const stage = await stageMock({ seams });
    return { ...stage, target: { ...stage.target, limits: { ...stageLimits, timeoutMs: hangingMs } } };
  };
}

/** An answer that does not come. */
export function neverReply(): Promise<MockReply> {
  return new Promise(() => undefined);
}

/**
 * Returns the mutant with a target that sets these readings to their defaults. Otherwise a subject that differs from a
 * default reading may be right.
 */
export function agreed(readings: readonly ReadingId[], mutant: Mutant): Mutant {
  const start: StartStage = async () => {
    const stage = await mutant.start();
    const overridden = withIds(stage.target.overridden, readings);
    return { ...stage, target: { ...stage.target, overridden } };
  };
  return { ...mutant, start };
}
