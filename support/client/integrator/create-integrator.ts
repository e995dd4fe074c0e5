import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';
import type { AdapterHandlers } from '../../adapter/handlers';
import type { AdapterMethod } from '../../adapter/protocol';
import { adapterMethods, protocolVersion } from '../../adapter/protocol';
import { sendFields, verifyOtp } from './acts';
import type { IntegratorConnection } from './integrator-connection';
import { connect } from './integrator-connection';
import type { IntegratorSeams } from './seams';
import { conformingSeams } from './seams';

/**
 * Methods of the payer flow. The integrator offers them only if `initialize` received a `services.provider`
 * address.
 */
const ofTheCycle: readonly AdapterMethod[] = [
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
  'communication.reply',
  'dummyPayer.trigger',
  'paymentNotice.init',
  'cycle.get',
];

/** A handler for every method of adapter protocol version 1. */
export type IntegratorHandlers = Required<AdapterHandlers>;

/**
 * Creates the suite's own integrator as adapter handlers. It conforms to the contract, unless a seam in
 * `given` deliberately deviates.
 */
export function createIntegrator(given: Partial<IntegratorSeams> = {}): IntegratorHandlers {
  const seams = { ...conformingSeams, ...given };
  let connection: IntegratorConnection | undefined;
  const connected = (): IntegratorConnection => {
    if (connection === undefined) throw new Error('initialize has to come first');
    return connection;
  };
  const disconnect = async (): Promise<void> => {
    const old = connection;
    connection = undefined;
    old?.transfers.discard();
    await old?.listener.close();
  };
  return {
    initialize: async (params) => {
      await disconnect();
      connection = await connect(seams, params);
      return describe(connection);
    },
    'session.create': async () => {
      await connected().sessions.create();
    },
    'certificate.fetch': async ({ service }) => {
      await connected().certificates.fetch(service);
    },
    'field.encrypt': async ({ service, value }) => ({
      ciphertext: await connected().sealer.seal(service, value),
    }),
    'fields.send': (params) => sendFields(seams, connected(), params),
    'otp.verify': (params) => verifyOtp(seams, connected(), params),
    'transfer.encrypt': (params) => connected().transfers.encrypt(params),
    'transfer.open': () => connected().transfers.open(),
    'transfer.decrypt': (params) => connected().transfers.decrypt(params),
    'insurancePlan.request': () => connected().provider.begin('plan'),
    'eligibility.check': () => connected().provider.begin('eligibility'),
    'preauth.submit': () => connected().provider.begin('preauth'),
    'claim.submit': () => connected().provider.begin('claim'),
    'communication.reply': ({ correlationId }) => connected().provider.reply(correlationId),
    'dummyPayer.trigger': (params) => connected().provider.trigger(params),
    'paymentNotice.init': (params) => connected().provider.startNotice(params),
    'cycle.get': ({ correlationId }) => connected().provider.stateOf(correlationId),
    shutdown: disconnect,
  };
}

function describe(connection: IntegratorConnection) {
  const capabilities =
    connection.params.services.provider !== undefined
      ? adapterMethods
      : adapterMethods.filter((method) => !ofTheCycle.includes(method));
  return {
    protocolVersion,
    implementation: { name: 'gateway-conformance integrator', version: packageVersion() },
    capabilities,
    callbackUrl: `http://127.0.0.1:${connection.listener.port}`,
    encryptionKey: connection.encryptionKey,
    transferKeyForms: connection.transfers.forms,
  };
}

function packageVersion(): string {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
