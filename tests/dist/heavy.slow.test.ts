import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SuiteCopy } from './suite-copy';
import { copySuite } from './suite-copy';

/**
 * What takes long to load, by the name under which the table has it: paths below node_modules, or beside the bundle.
 */
const heavy: Readonly<Record<string, RegExp>> = {
  // Validators that the build compiled need small parts of it.
  ajv: /^ajv\/dist\/core\.js$/,
  allure: /^allure-/,
  cucumber: /^dist\/cucumber\/lib\/index\.cjs$/,
  esbuild: /^esbuild\//,
  fastify: /^dist\/fastify\.cjs$/,
  forge: /^dist\/node-forge\.cjs$/,
  pactum: /^dist\/pactum\.cjs$/,
  swc: /^@swc\//,
  testcontainers: /^testcontainers\//,
  'ts-node': /^ts-node\//,
  typescript: /^typescript\//,
};

/** Nothing listens there. */
const services = `name: x
environment: sandbox
services: { gateway: 'http://127.0.0.1:1' }
credentials: { clientId: x, clientSecret: '\${CLIENT_SECRET}' }
`;

/** What each command may load; what is not named here, it must not. */
const commands: readonly (readonly [args: string, code: number, heavy: readonly string[]])[] = [
  ['--help', 0, []],
  ['--version', 0, []],
  ['completion bash', 2, []],
  ['nonsense', 2, []],
  ['run --nonsense', 2, []],
  ['run --help', 0, []],
  ['audit --help', 0, []],
  ['ui --help', 0, []],
  ['ui --port 65536', 2, []],
  ['init --out made.yaml', 0, []],
  ['list', 0, []],
  ['history', 0, []],
  ['explain HDR-05', 0, []],
  ['diff', 2, []],
  ['report', 2, []],
  ['verify nothing.zip', 2, []],
  ['audit nothing.har', 2, []],
  ['merge nothing', 2, []],
  ['proxy --target nothing.yaml', 2, ['forge']],
  ['doctor --target nothing.yaml', 2, ['forge', 'pactum']],
  ['contract --openapi api --postman postman', 0, []],
  ['challenge', 2, []],
  ['allure nothing', 2, []],
  // The steps bring all that they may send, and no mock where the target names services.
  ['run --target services.yaml --only SES-08 --reports partial', 3, ['cucumber', 'forge', 'pactum']],
  ['run --self-test --only HDR-05 --reports partial', 0, ['cucumber', 'fastify', 'forge', 'pactum']],
];

describe('what a command loads', { timeout: 300_000 }, () => {
  let suite: SuiteCopy;
  before(() => {
    suite = copySuite();
    suite.build();
    writeFileSync(join(suite.folder, '../elsewhere/services.yaml'), services);
  });
  after(() => {
    suite.remove();
  });

  for (const [args, code, allowed] of commands)
    it(`conform ${args}: ${allowed.length === 0 ? 'nothing heavy' : allowed.join(', ')}`, async () => {
      const ran = await suite.conform(args.split(' '), { env: { CLIENT_SECRET: 'none' } });
      assert.equal(ran.code, code, ran.stderr);
      assert.ok(
        ran.packages.some((file) => file.startsWith('commander/')),
        'the list of what was loaded is a list',
      );
      const files = [...ran.packages, ...ran.own];
      const found = Object.keys(heavy).filter((name) => files.some((each) => heavy[name]?.test(each)));
      assert.deepEqual(found, allowed);
    });
});
