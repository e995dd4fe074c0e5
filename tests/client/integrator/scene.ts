import assert from 'node:assert/strict';
import { constants as padding, privateDecrypt, type KeyObject } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { InitializeParams } from '../../../support/adapter/protocol';
import type { IntegratorHandlers, IntegratorSeams } from '../../../support/client/integrator';
import { createIntegrator } from '../../../support/client/integrator';
import type { Clock } from '../../../support/client/integrator/surroundings';
import { constants } from '../../../support/contract/constants';
import { documentedSegments } from '../../../support/contract/operations';
import {
  readingsForAdapters,
  resolveReadings,
  type ReadingOverrides,
} from '../../../support/contract/readings';
import type { MockRecord } from '../../../support/mock/arriving-request';
import type { Handlers, MockOperation } from '../../../support/mock/seams';
import type { Mock, MockOptions } from '../../../support/mock/start-mock';
import { runningMock } from '../../mock/running-mock';

/** A clock that moves only when it is told to, or waited on; it notes how long the waits were. */
export interface HandClock extends Clock {
  readonly waits: readonly number[];
  forward(seconds: number): void;
}

function handClock(): HandClock {
  // The exp of a token is in whole seconds: a start between two would take part of its life.
  let time = Math.floor(Date.now() / 1000) * 1000;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
    forward: (seconds) => {
      time += seconds * 1000;
    },
  };
}

/** An integrator that has been initialised to talk to a mock of its own, both by the same clock. */
export interface IntegratorFixture {
  readonly mock: Mock;
  readonly integrator: IntegratorHandlers;
  readonly clock: HandClock;
  readonly params: InitializeParams;
  readonly callbackUrl: string;
  readonly capabilities: readonly string[];
  /** Lines of the integrator's log. */
  readonly logged: readonly string[];
  /** What reached the mock so far, of one operation or of all. */
  readonly seen: (operation?: MockOperation) => MockRecord[];
  /** Verifies the mock's own OTP. */
  readonly verify: () => Promise<unknown>;
}

export interface IntegratorSetup {
  readonly mock?: Omit<MockOptions, 'seams'>;
  /** Answers of the mock in place of its own. */
  readonly handlers?: Partial<Handlers>;
  readonly seams?: Partial<IntegratorSeams>;
  readonly readings?: ReadingOverrides;
  readonly params?: Partial<InitializeParams>;
}

export async function setUpIntegrator(
  t: TestContext,
  setting: IntegratorSetup = {},
): Promise<IntegratorFixture> {
  const clock = handClock();
  const observations: MockRecord[] = [];
  const logged: string[] = [];
  const mock = await runningMock(t, {
    observe: (each) => observations.push(each),
    readings: resolveReadings({ envelope: 'json', ...setting.readings }),
    ...setting.mock,
    seams: { clock: () => clock.now(), handlers: setting.handlers ?? {} },
  });
  const log = (operation: string, ending: string) => logged.push(`${operation} ${ending}`);
  const integrator = createIntegrator({ clock, log, ...setting.seams });
  const params = initializeParams(mock, setting);
  const { callbackUrl, capabilities, encryptionKey } = await integrator.initialize(params);
  mock.cycles.encryptionKey = encryptionKey ?? undefined;
  t.after(() => integrator.shutdown({}));
  const { otp, txnId } = mock.account;
  return {
    mock,
    integrator,
    clock,
    params,
    callbackUrl: callbackUrl ?? '',
    capabilities,
    logged,
    seen: (operation) =>
      observations.filter((each) => operation === undefined || each.operation === operation),
    verify: async () => integrator['otp.verify']({ otp, txnId }),
  };
}

export function initializeParams(mock: Mock, { params, readings }: IntegratorSetup = {}): InitializeParams {
  const { clientId, clientSecret, paths } = mock.account;
  return {
    protocolVersion: '1',
    services: mock.urls,
    paths: { ...documentedSegments, ...paths },
    credentials: { clientId, clientSecret },
    cmId: constants.sandboxCmId,
    participants: { provider: '1000000001@sbx', payer: '1000003538@sbx' },
    dummyPayerToken: null,
    callbackCertificates: `${mock.urls.gateway}/api/hiecm/gateway/v3/certs`,
    envelope: 'json',
    payerEncryptionKey: mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...(mock.ca !== undefined && { caCertificate: mock.ca }),
    readings: readingsForAdapters(resolveReadings(readings ?? {})),
    ...params,
  };
}

/** Asserts that an act of the integrator fails, with a message like that. */
export async function assertFails(act: () => unknown, message: RegExp): Promise<void> {
  await assert.rejects(
    async () => {
      await act();
    },
    (error: Error) => message.test(error.message),
  );
}

/** The first value of a header field; undefined where there is none. */
export function header({ request: { headers } }: MockRecord, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** The names of the header fields, in lower case. */
export function headerNames({ request: { headers } }: MockRecord): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

/** The members of a JSON body. */
export function bodyOf({ request: { body } }: MockRecord): Record<string, string> {
  return JSON.parse(body?.toString('utf8') ?? '') as Record<string, string>;
}

/** Opens the text of an encrypted field by node:crypto, which the integrator does not encrypt with. */
export function decryptFieldText(key: KeyObject, text = '', oaepHash: 'sha1' | 'sha256' = 'sha1'): string {
  const options = { key, padding: padding.RSA_PKCS1_OAEP_PADDING, oaepHash };
  return privateDecrypt(options, Buffer.from(text, 'base64')).toString('utf8');
}

/** Throws where a test took something for granted that is not there. */
export function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected a value');
  return value;
}
