import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { loadTarget, loadWaivers, templateText } from '../../support/run/targets';
import { ConfigurationError } from '../../support/targets/errors';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyByteEdits, byteEdits, applyJsonEdits, jsonEdits } from './edits';

const environment = { CLIENT_ID: 'an-id', CLIENT_SECRET: 'a-secret-of-some-length', TEST_OTP: '123456' };

const target = {
  name: 'fuzz',
  environment: 'sandbox',
  product: { name: 'A', version: '1.0' },
  services: { gateway: 'https://gateway.example', identity: 'https://identity.example' },
  mock: { listen: '127.0.0.1:0', tls: true },
  cmId: 'sbx',
  credentials: { clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' },
  participants: { provider: '1@sbx' },
  otp: [{ value: '${TEST_OTP}', txnId: 'a' }],
  callback: { listen: '127.0.0.1:9000', publicUrl: 'https://host.example/callbacks' },
  integrator: { command: ['node', 'adapter.cjs'], roles: ['session', 'hip'], env: { A: '${CLIENT_ID}' } },
  logs: ['./logs/*.log'],
  limits: { timeoutMs: 10_000, probes: 'full' },
  declarations: { 'TOK-08': { by: 'A', date: '2026-11-01', statement: 'A' } },
  readings: { 'key-bits': 4096, 'error-code': 'ABC-9999', 'encryption-rejection': { words: ['cipher'] } },
};
const waivers = [{ id: 'HDR-05', reason: 'A', approver: 'B', expires: '2030-01-01' }];

const texts = [templateText, stringify(target), stringify(waivers)].map((text) => Buffer.from(text));
const content = fc.oneof(
  fc
    .tuple(fc.constantFrom<unknown>(target, waivers), jsonEdits)
    .map(([each, changes]) => yamlOf(applyJsonEdits(each, changes))),
  fc
    .tuple(fc.constantFrom(...texts), byteEdits)
    .map(([each, changes]) => applyByteEdits(each, changes).toString('latin1')),
);

/** JSON is YAML, too, where a value is too odd for the writer. */
function yamlOf(value: unknown): string {
  try {
    return stringify(value, { aliasDuplicateObjects: false });
  } catch {
    return JSON.stringify(value);
  }
}

/** Waivers are a list. */
const readers = (text: string) =>
  /^\s*[-[]/.test(text) ? [() => loadWaivers(file)] : [() => loadTarget(file, environment)];

const folder = mkdtempSync(join(tmpdir(), 'fuzz-targets-'));
const file = join(folder, 'target.yaml');

/** Target files and waivers with odd members and bytes: each is taken, or refused in one line that names its place. */
export const targetFiles: FuzzTarget = {
  name: 'target files',
  inputs: 1,
  property: fc.asyncProperty(content, async (text) => {
    writeFileSync(file, text, 'latin1');
    for (const read of readers(text))
      await inTime(() => {
        try {
          read();
        } catch (error) {
          assert.ok(error instanceof ConfigurationError, String((error as Error).stack));
          assert.ok(error.line.length < 4000 && !error.line.includes('\n'), error.line);
        }
      });
  }),
  close: () => {
    rmSync(folder, { recursive: true, force: true });
  },
};
