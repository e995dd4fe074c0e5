import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { conformingSeams, createIntegrator, logNothing } from '../../support/client/integrator';
import type { ClientFactory } from '../../support/journey/run';
import { writeAllureResults } from '../../support/report/allure/write-results';
import { embeddedTarget } from '../../support/target/embedded';
import { leaks } from '../exchange/canaries';
import { finishRun } from './embedded-run';

const digits = /^\d{6,12}$/;

/** What the suite gives a client that it must not show: by name, as the calls of the adapter bring it. */
class Given {
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

  /** The last OTP and national-ID number, and the client secret, in the encodings in which debug output has them. */
  get spelt(): string[] {
    return Object.values(this.canaries).flatMap((value) => {
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

/** A client that shows everything that it knows, everywhere. */
function talkative(given: Given): ClientFactory {
  return (log) =>
    given.listenTo(
      createIntegrator({
        log: logNothing,
        transport: (ca) => {
          const own = conformingSeams.transport(ca);
          return {
            send: (request) => {
              const spelt = given.spelt;
              log(`sending ${spelt.join(' ')}`);
              const query = spelt.map((each, index) => `d${index}=${encodeURIComponent(each)}`).join('&');
              const headers = { ...request.headers, 'X-Debug': spelt.join(' ') };
              return own.send({ ...request, url: `${request.url}?${query}`, headers });
            },
          };
        },
      }),
    );
}

async function runWith(t: Parameters<typeof finishRun>[0], client: (given: Given) => ClientFactory) {
  const given = new Given();
  const run = await finishRun(t, {
    target: embeddedTarget,
    subjects: ['integrator'],
    profile: 'embedded',
    client: client(given),
  });
  await writeAllureResults(run.folder);
  const files = readdirSync(run.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  assert.ok(files.length > 100, 'an artefact for each obligation');
  return { run, given, texts: [...files, run.printed] };
}

test('nothing that a conforming client was given stands in any artefact', async (t) => {
  const quiet =
    (given: Given): ClientFactory =>
    () =>
      given.listenTo(createIntegrator({ log: logNothing }));
  const { run, given, texts } = await runWith(t, quiet);
  assert.equal(run.results.run.overall.integrator, 'conforms');
  assert.deepEqual(Object.keys(given.canaries).sort(), [
    'client secret',
    'loginId',
    'national id',
    'nationalId',
    'otp',
  ]);
  for (const text of texts) assert.deepEqual(leaks(text, given.canaries), []);
});

test('nor what a talkative client shows in addresses, headers and logs; it breaks ENC-09 and TOK-04', async (t) => {
  const { run, given, texts } = await runWith(t, talkative);
  const failed = run.results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  assert.deepEqual(failed, ['TOK-04', 'ENC-09']);
  for (const text of texts) assert.deepEqual(leaks(text, given.canaries), []);
});
