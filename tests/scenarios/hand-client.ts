import { constants, publicEncrypt } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { randomUUID } from '../seed';

/** A field as an instruction names it. */
export interface HandField {
  readonly name: string;
  readonly value: string;
  readonly encrypted: boolean;
}

/** Where the services are, and who asks. */
interface HandSetting {
  readonly bases: Readonly<Record<'gateway' | 'identity' | 'registry', string>>;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ca?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A small system of an integrator, written without the suite; it keeps the contract. */
export class HandClient {
  readonly #setting: HandSetting;
  #token: { readonly value: string; readonly until: number } | undefined;
  readonly #keys = new Map<string, string>();
  /** Paths that have rejected SHA-1. */
  readonly #sha256 = new Set<string>();

  constructor(setting: HandSetting) {
    this.#setting = setting;
  }

  async createSession(): Promise<number> {
    const { bases, clientId, clientSecret } = this.#setting;
    const body = { clientId, clientSecret, grantType: 'client_credentials' };
    const headers = { ...v3Headers(), 'X-CM-ID': 'sbx' };
    const { status, text } = await this.#send(
      'POST',
      `${bases.gateway}/api/hiecm/gateway/v3/sessions`,
      headers,
      body,
    );
    if (status !== 200) return status;
    const { accessToken, expiresIn } = JSON.parse(text) as { accessToken: string; expiresIn: number };
    this.#token = { value: accessToken, until: Date.now() + expiresIn * 1000 - 200 };
    return status;
  }

  async fetchCertificate(service: 'identity' | 'registry'): Promise<void> {
    const { bases } = this.#setting;
    const url =
      service === 'identity'
        ? `${bases.identity}/identity/api/v3/profile/public/certificate`
        : `${bases.registry}/api/v1/auth/cert`;
    const headers = { ...(service === 'identity' && v3Headers()), ...(await this.#bearer()) };
    this.#keys.set(service, (await this.#send('GET', url, headers)).text);
  }

  async verifyOtp(otp: string, txnId: string): Promise<void> {
    const url = `${this.#setting.bases.registry}/v2/registration/national-id/verifyOTP`;
    await this.#untilOpened('registry', url, async () =>
      this.#send('POST', url, await this.#bearer(), {
        otp: await this.#encrypt('registry', otp, url),
        txnId,
      }),
    );
  }

  async #untilOpened(
    service: 'identity' | 'registry',
    url: string,
    send: () => Promise<Answer>,
  ): Promise<void> {
    if (!isRejected(await send())) return;
    this.#keys.delete(service);
    this.#sha256.add(url);
    if (!isRejected(await send())) return;
    // It was not the hash: what comes next is encrypted as ever, under a fresh key.
    this.#keys.delete(service);
    this.#sha256.delete(url);
  }

  async sendFields(url: string, fields: readonly HandField[]): Promise<void> {
    const service = url.startsWith(this.#setting.bases.registry) ? 'registry' : 'identity';
    await this.#untilOpened(service, url, async () => {
      const body: Record<string, string> = {};
      for (const { name, value, encrypted } of fields)
        body[name] = encrypted ? await this.#encrypt(service, value, url) : value;
      return this.#send('POST', url, { ...v3Headers(), ...(await this.#bearer()) }, body);
    });
  }

  async #bearer(): Promise<{ Authorization: string }> {
    if (this.#token === undefined || this.#token.until < Date.now()) await this.createSession();
    return { Authorization: `Bearer ${this.#token?.value ?? ''}` };
  }

  async #encrypt(service: 'identity' | 'registry', value: string, url: string): Promise<string> {
    if (!this.#keys.has(service)) await this.fetchCertificate(service);
    const key = this.#keys.get(service) ?? '';
    const oaepHash = this.#sha256.has(url) ? 'sha256' : 'sha1';
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return publicEncrypt({ key, padding, oaepHash }, Buffer.from(value)).toString('base64');
  }

  #send(method: string, url: string, headers: object, body?: object): Promise<Answer> {
    const { ca } = this.#setting;
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const options = {
      method,
      headers: { ...headers, ...type },
      agent: false,
      ...(ca !== undefined && { ca }),
    };
    return new Promise((resolve, reject) => {
      open(url, options, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .once('error', reject)
          .once('end', () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
      })
        .once('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

const isRejected = ({ status, text }: Answer): boolean => status === 400 && text.includes('decrypt');

const v3Headers = (): Record<string, string> => ({
  'REQUEST-ID': randomUUID(),
  TIMESTAMP: new Date().toISOString(),
});
