import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { bundleFromJSON } from '@sigstore/bundle';
import { Verifier, toSignedEntity } from '@sigstore/verify';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { keySigner } from '../../support/report/pack/sign';
import { sigstoreFileName, dsseFileName, signedBytes } from '../../support/report/pack/envelope';
import { writePack } from '../../support/report/pack/write-pack';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';
import type { PackMembers } from './packs';
import { stranger, unzip } from './packs';

/** Sigstore's own verifier, which shares no code with the suite. */
function verifyBundle(members: PackMembers, publicKey: KeyObject): void {
  const bundle = bundleFromJSON(JSON.parse(members.get(sigstoreFileName)?.toString() ?? ''));
  const trusted = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: () => ({ publicKey, validFor: () => true }),
  };
  const thresholds = { tlogThreshold: 0, ctlogThreshold: 0, tsaThreshold: 0 };
  new Verifier(trusted, thresholds).verify(toSignedEntity(bundle));
}

const keys = {
  Ed25519: generateKeyPairSync('ed25519'),
  'ECDSA P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;

for (const [kind, { privateKey, publicKey }] of Object.entries(keys))
  describe(`a pack signed by ${kind}`, () => {
    let members: PackMembers = new Map();
    before(async () => {
      const { folder } = await copyCachedRun('narrowed');
      const file = join(folder, 'pack.zip');
      await writePack(file, await readReportSnapshot(folder), { signer: keySigner(privateKey) });
      members = await unzip(file);
    });

    it('is verified by the verifier of Sigstore', () => {
      verifyBundle(members, publicKey);
    });

    it('is refused by it under another key, and with another payload', () => {
      const other = kind === 'Ed25519' ? stranger : generateKeyPairSync('ec', { namedCurve: 'P-256' });
      assert.throws(() => {
        verifyBundle(members, other.publicKey);
      }, /signature/i);
      const bundle = JSON.parse(members.get(sigstoreFileName)?.toString() ?? '') as {
        dsseEnvelope: { payload: string };
      };
      const manifest = members.get('manifest.json')?.toString().replace('"passed"', '"failed"') ?? '';
      bundle.dsseEnvelope.payload = Buffer.from(manifest).toString('base64');
      const forged = new Map([[sigstoreFileName, Buffer.from(JSON.stringify(bundle))]]);
      assert.throws(() => {
        verifyBundle(forged, publicKey);
      }, /signature/i);
    });

    it('is verified by openssl over the bytes that DSSE signs', (t) => {
      const folder = temporaryFolder(t);
      const write = (name: string, content: string | Buffer): string => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      const { signatures } = JSON.parse(members.get(dsseFileName)?.toString() ?? '') as {
        signatures: { sig: string }[];
      };
      const manifest = members.get('manifest.json') ?? Buffer.alloc(0);
      const key = write('key.pem', publicKey.export({ format: 'pem', type: 'spki' }));
      const signature = write('signature', Buffer.from(signatures[0]?.sig ?? '', 'base64'));
      const check = (payload: Buffer): number | null => {
        const data = write('data', signedBytes(payload));
        const hash = kind === 'Ed25519' ? [] : ['-digest', 'sha256'];
        const inputs = ['-in', data, '-sigfile', signature, '-pubin', '-inkey', key];
        return spawnSync('openssl', ['pkeyutl', '-verify', '-rawin', ...hash, ...inputs]).status;
      };
      assert.equal(check(manifest), 0);
      assert.equal(check(Buffer.concat([manifest, Buffer.from('\n')])), 1);
    });
  });
