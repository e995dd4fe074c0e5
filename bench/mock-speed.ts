/**
 * How many requests a second the mock answers: beside Prism, which mocks the same operations from an OpenAPI document,
 * and beside bare fastify, which does the same crypto and checks nothing.
 */
import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operation, operationPath } from '../support/contract/operations';
import { figureOf, median, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { startMockProcess } from './frame/mock';
import { requireBuild } from './frame/suite';
import type { Asked } from './mock-speed/load';
import { answersPerSecond } from './mock-speed/load';
import { keysPath, openApiOf } from './mock-speed/openapi';
import { startBare, startPrism } from './mock-speed/servers';

const measuredOperations = ['session.create', 'certificate.registry', 'otp.verify'] as const;
type Measured = 'published keys' | (typeof measuredOperations)[number];

/** Where the operations of a server are, and what it takes for right. */
interface Server {
  readonly gateway: string;
  readonly registry: string;
  readonly env: Readonly<Record<string, string>>;
}

const json = { 'Content-Type': 'application/json' };

function sessionRequest({ gateway, env }: Server): Asked {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = env;
  const v3 = { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date().toISOString(), 'X-CM-ID': 'sbx' };
  return {
    method: 'POST',
    url: gateway + operationPath('session.create'),
    headers: { ...json, ...v3 },
    body: JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials' }),
  };
}

const send = async ({ method, url, headers, body }: Asked): Promise<Response> => {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  if (!response.ok)
    throw new Error(`${method} ${url} was answered ${response.status}: ${await response.text()}`);
  return response;
};

/** The requests to a server, with a token and a ciphertext that it takes. */
async function requestsTo(server: Server): Promise<Record<Measured, Asked>> {
  const session = sessionRequest(server);
  const { accessToken } = (await (await send(session)).json()) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}` };
  const certificate: Asked = {
    method: 'GET',
    url: server.registry + operationPath('certificate.registry'),
    headers,
  };
  const otp = encrypted(await (await send(certificate)).text(), server.env.TEST_OTP ?? '');
  const verify: Asked = {
    method: 'POST',
    url: server.registry + operationPath('otp.verify'),
    headers: { ...headers, ...json },
    body: JSON.stringify({ otp, txnId: server.env.TEST_TXN_ID }),
  };
  const keys: Asked = { method: 'GET', url: server.gateway + keysPath, headers: {} };
  return {
    'published keys': keys,
    'session.create': session,
    'certificate.registry': certificate,
    'otp.verify': verify,
  };
}

/** Prism's example of a certificate is no key: it takes any text. */
function encrypted(pem: string, otp: string): string {
  if (!pem.startsWith('-----BEGIN')) return otp;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key: pem, padding, oaepHash: 'sha1' }, Buffer.from(otp)).toString('base64');
}

async function measureIn(folder: string): Promise<void> {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(openApiOf(measuredOperations.map(operation))));
  const mock = await startMockProcess(folder);
  const bare = await startBare();
  const prism = await startPrism(document);
  try {
    const { env, services } = mock;
    const of = (base: string) => requestsTo({ gateway: base, registry: base, env });
    const ours = await requestsTo({ gateway: services.gateway, registry: services.registry, env });
    const [plain, theirs] = [await of(bare.base), await of(prism.base)];
    for (const id of ['published keys', ...measuredOperations] as const)
      report(
        id,
        await inTurn({
          ours: () => answersPerSecond(ours[id]),
          bare: () => answersPerSecond(plain[id]),
          prism: () => answersPerSecond(theirs[id]),
        }),
      );
  } finally {
    await Promise.all([mock.stop(), bare.stop(), prism.stop()]);
  }
}

function report(id: Measured, { ours, bare, prism }: Record<'ours' | 'bare' | 'prism', number[]>): void {
  const about = { name: `mock: ${id}`, unit: '/s', ours };
  const bound = median(bare) / median(prism);
  tell(
    figureOf({
      ...about,
      floor: prism,
      beside: 'Prism',
      aim: { atLeast: 5 },
      // Prism verifies no token, decrypts nothing and signs nothing.
      ...(bound < 5 && { because: `bare fastify with the same crypto comes to ${bound.toFixed(1)}` }),
    }),
    figureOf({ ...about, floor: bare, beside: 'bare fastify, same crypto', aim: { atLeast: 0.6 } }),
  );
}

async function main(): Promise<void> {
  requireBuild();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await measureIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
