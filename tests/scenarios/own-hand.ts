import type { AddressInfo } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { CertifiedService, CycleState } from '../../support/adapter/protocol';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { documentedSegments } from '../../support/contract/operations';
import type { ReadingValues } from '../../support/contract/readings';
import { defaultReadings, readingsForAdapters } from '../../support/contract/readings';
import { embeddedTarget } from '../../support/run/targets';
import type { PlannedAct, CycleStateQuestion } from '../../support/run/hand/acts';
import type { ConnectionDetails } from '../../support/run/hand/happenings';

type Client = Required<AdapterHandlers>;

const here = 'http://127.0.0.1:9';

/** Before there are services. */
const nowhere: ConnectionDetails = {
  services: { gateway: here, identity: here, registry: here, dummyPayer: here, provider: here },
  credentials: { clientId: 'none', clientSecret: 'none' },
  ...{ cmId: 'sbx', otp: '', txnId: '', callbackCertificates: here, paysFlows: true, envelope: 'jwe' },
  participants: embeddedTarget.participants,
  payerEncryptionKey: '',
  payerEncryptionCertificate: '',
  leftOut: [],
};

/** A person's own system: the suite's client, with an address for callbacks that outlives its restarts. */
export class OwnSystem {
  readonly #make: () => Client;
  readonly #readings: ReadingValues;
  readonly #front: Server;
  #client: Client | undefined;
  #callbacks = '';
  #key = '';
  #setting: ConnectionDetails | undefined;

  constructor(
    make: () => AdapterHandlers = () => createIntegrator({ log: logNothing }),
    readings: ReadingValues = defaultReadings,
  ) {
    this.#make = () => make() as Client;
    this.#readings = readings;
    this.#front = createServer((request, response) => {
      this.#pass(request).then(
        ([status, text]) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(text);
        },
        () => {
          response.writeHead(503).end();
        },
      );
    });
  }

  async #pass(request: IncomingMessage): Promise<[number, string]> {
    const { url = '', headers } = request;
    const kept = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name));
    const answer = await fetch(this.#callbacks + url, {
      method: 'POST',
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: await buffer(request),
    });
    return [answer.status, await answer.text()];
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#front.listen(0, '127.0.0.1', resolve));
    // Its key is known before its first run.
    this.configure(nowhere);
    await this.#started();
    this.restart();
    return this;
  }

  async close(): Promise<void> {
    this.#front.closeAllConnections();
    this.#front.close();
    await this.#client?.shutdown({});
  }

  /** Where it is called back, and under which key, as its target file names them. */
  get callbacks(): { readonly callbackUrl: string; readonly encryptionKey: string } {
    const { port } = this.#front.address() as AddressInfo;
    return { callbackUrl: `http://127.0.0.1:${port}`, encryptionKey: this.#key };
  }

  /** Takes addresses and credentials, as a person types them into its settings. */
  configure(setting: ConnectionDetails): void {
    this.#setting = setting;
    this.restart();
  }

  restart(): void {
    void this.#client?.shutdown({});
    this.#client = undefined;
  }

  /** Does what an act asks for; rejects where the services refuse it. */
  async act({ label, values, address }: Pick<PlannedAct, 'label' | 'values' | 'address'>): Promise<void> {
    const client = await this.#started();
    const [, method = '', service] = label.split(' ');
    // It acknowledges by itself.
    if (method === 'acknowledgment') return;
    const given = Object.fromEntries(values.map((each) => [each.label, each.value]));
    await client[method as 'session.create'](this.#paramsOf({ values, address }, given, service) as never);
  }

  #paramsOf(
    { values, address }: Pick<PlannedAct, 'values' | 'address'>,
    given: Readonly<Record<string, string>>,
    service: string | undefined,
  ): object {
    if ('transaction' in given) return { otp: given.OTP, txnId: given.transaction };
    if ('correlation id' in given) return { correlationId: given['correlation id'] };
    if (service === undefined) return given;
    const base = this.#setting?.services[service as CertifiedService] ?? '';
    const fields = values.map(({ label, value }) => ({
      name: label.replace(/ \(.*/, ''),
      value,
      encrypted: label.endsWith('(encrypted)'),
    }));
    return { service, path: address.url.slice(base.length), fields };
  }

  /** What a person reads off its screens. */
  async shows({ sentence }: Pick<CycleStateQuestion, 'sentence'>): Promise<CycleState> {
    const client = await this.#started();
    const [correlationId = ''] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(sentence) ?? [];
    return (await client['cycle.get']({ correlationId })).state;
  }

  async #started(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    if (this.#setting === undefined) throw new Error('nothing was introduced');
    const { ca, services, credentials, cmId, participants, envelope, ...about } = this.#setting;
    const client = this.#make();
    this.#client = client;
    const described = await client.initialize({
      ...{ protocolVersion: '1', services, credentials, cmId, participants, envelope },
      paths: documentedSegments,
      dummyPayerToken: null,
      callbackCertificates: about.callbackCertificates,
      payerEncryptionKey: about.payerEncryptionKey,
      payerEncryptionCertificate: about.payerEncryptionCertificate,
      ...(ca !== undefined && { caCertificate: ca }),
      readings: readingsForAdapters(this.#readings),
    });
    this.#callbacks = described.callbackUrl ?? '';
    this.#key = described.encryptionKey ?? '';
    return client;
  }
}
