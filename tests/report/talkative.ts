import type { AdapterHandlers } from '../../support/adapter/handlers';
import { conformingSeams, createIntegrator, logNothing } from '../../support/client/integrator';
import type { OutgoingRequest } from '../../support/client/sender';
import type { ClientFactory } from '../../support/run/plan';

const digits = /^\d{6,12}$/;

/** What the suite gives a client that it must not show: by name, as the calls of the adapter bring it. */
export class Given {
  readonly canaries: Record<string, string> = {};

  listenTo(handlers: AdapterHandlers): AdapterHandlers {
    const entries = Object.entries(handlers as Record<string, (params: unknown) => unknown>);
    const wrapped = entries.map(([method, handle]) => [
      method,
      (params: unknown) => {
        this.#note(method, params);
        return handle(params);
      },
    ]);
    return Object.fromEntries(wrapped) as AdapterHandlers;
  }

  /** Notes the tokens of a session's answer. */
  hear(answer: Buffer): void {
    const text = answer.toString('utf8');
    for (const name of ['accessToken', 'refreshToken'])
      for (const [, token = ''] of text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g')))
        this.canaries[name] = token;
  }

  /** The last OTP and national-ID number, and the client secret, in the encodings in which debug output has them. */
  get spelt(): string[] {
    const short = Object.entries(this.canaries).filter(([name]) => !name.endsWith('Token'));
    return short.flatMap(([, value]) => {
      const bytes = Buffer.from(`x${value}`);
      return [value, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
    });
  }

  #note(method: string, params: unknown): void {
    const { otp, value, credentials, fields } = (params ?? {}) as {
      otp?: string;
      value?: string;
      credentials?: { clientSecret: string };
      fields?: { name: string; value: string; encrypted: boolean }[];
    };
    if (credentials !== undefined) this.canaries['client secret'] = credentials.clientSecret;
    if (otp !== undefined) this.canaries.otp = otp;
    if (method === 'field.encrypt' && value !== undefined && digits.test(value))
      this.canaries['national id'] = value;
    for (const field of fields ?? [])
      if (field.encrypted && field.name !== 'mobile') this.canaries[field.name] = field.value;
  }
}

/** A conforming client, to whose answers we listen; `before` changes what it sends. */
function heard(given: Given, before: (request: OutgoingRequest) => OutgoingRequest): AdapterHandlers {
  return given.listenTo(
    createIntegrator({
      log: logNothing,
      transport: (ca) => {
        const own = conformingSeams.transport(ca);
        return {
          send: async (request) => {
            const answer = await own.send(before(request));
            given.hear(answer.body);
            return answer;
          },
        };
      },
    }),
  );
}

export const quiet =
  (given: Given): ClientFactory =>
  () =>
    heard(given, (request) => request);

/** A client that shows everything that it knows, everywhere. */
export const talkative =
  (given: Given): ClientFactory =>
  (log) =>
    heard(given, (request) => {
      const spelt = given.spelt;
      const token = Buffer.from(given.canaries.accessToken ?? 'none');
      log(`sending ${spelt.join(' ')} ${token.toString('hex')}`);
      const query = spelt.map((each, index) => `d${index}=${encodeURIComponent(each)}`).join('&');
      const headers = {
        ...request.headers,
        'X-Debug': spelt.join(' '),
        'X-Session': token.toString('base64'),
      };
      return { ...request, url: `${request.url}?${query}`, headers };
    });
