import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { signedBytes } from '../../support/report/pack/envelope';
import { commandSigner } from '../../support/report/pack/sign';
import { isSignedBy } from '../../support/targets/verifying-key';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from './embedded-run';
import { skipUnlessInstalled } from '../tools';
import { signer, stranger } from './packs';

const bytes = signedBytes(Buffer.from('{}'));

/** A key that a command signs by, in a file. */
function keyFile(t: TestContext, key = signer.privateKey): string {
  const file = join(temporaryFolder(t), 'key.pem');
  writeFileSync(file, key.export({ format: 'pem', type: 'pkcs8' }));
  return file;
}

/** Signs as a command does, which reads stdin and writes to stdout. */
const openssl = (file: string, hash = '') =>
  `cat > '${file}.in' && openssl pkeyutl -sign -rawin ${hash} -inkey '${file}' -in '${file}.in'`;

describe('a command that signs', () => {
  it('gets the bytes on stdin and gives the signature raw or in Base64', (t) => {
    const file = keyFile(t);
    for (const command of [
      openssl(file),
      `${openssl(file)} | base64 -w0`,
      `${openssl(file)} | base64 -w0; echo`,
    ]) {
      const signature = commandSigner(command, signer.publicKey).sign(bytes);
      assert.ok(isSignedBy(signer.publicKey, bytes, signature), command);
    }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ecdsa = commandSigner(openssl(keyFile(t, privateKey), '-digest sha256'), publicKey);
    assert.ok(isSignedBy(publicKey, bytes, ecdsa.sign(bytes)));
  });

  it('is refused in one line where it fails, writes no signature, or signs by another key', (t) => {
    const file = keyFile(t, stranger.privateKey);
    for (const [command, told] of [
      ['exit 7', /--sign-with ended with exit code 7/],
      ['no-such-command-at-all', /--sign-with ended with exit code 127/],
      ['echo no signature', /--sign-with wrote 13 bytes, which are no signature/],
      ['true', /--sign-with wrote 0 bytes, which are no signature/],
      [openssl(file), /--sign-with made a signature that the public key does not verify/],
    ] as const)
      assert.throws(
        () => commandSigner(command, signer.publicKey).sign(bytes),
        (error) => error instanceof ConfigurationError && told.test(error.line),
        command,
      );
    assert.equal(
      commandSigner(openssl(file)).sign(bytes).length,
      64,
      'without a key its form is all that is known',
    );
  });
});

const libraries = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'];
const library = libraries.find((each) => existsSync(each));
const skip = skipUnlessInstalled('token');

test('a PKCS#11 token signs a pack without giving its key away', { skip }, (t) => {
  assert.ok(library !== undefined, libraries.join(' '));
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tokens'));
  const configuration = join(folder, 'softhsm2.conf');
  writeFileSync(
    configuration,
    `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\n`,
  );
  const env = { ...process.env, SOFTHSM2_CONF: configuration };
  const call = (tool: string, ...args: readonly string[]) => execFileSync(tool, args, { env, stdio: 'pipe' });
  call('softhsm2-util', '--init-token', '--free', '--label', 'packs', '--pin', '1234', '--so-pin', '5678');
  const common = ['--module', library, '--token-label', 'packs', '--login', '--pin', '1234', '--id', '01'];
  call('pkcs11-tool', ...common, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'signer');
  const spki = join(folder, 'public.der');
  call('pkcs11-tool', ...common, '--read-object', '--type', 'pubkey', '-o', spki);
  const publicKey = createPublicKey({ key: readFileSync(spki), format: 'der', type: 'spki' });

  const command = [
    `openssl dgst -sha256 -binary > '${folder}/digest' && SOFTHSM2_CONF='${configuration}'`,
    `pkcs11-tool ${common.join(' ')} --sign --mechanism ECDSA --signature-format sequence`,
    `-i '${folder}/digest' -o '${folder}/signature' >&2 && cat '${folder}/signature'`,
  ].join(' ');
  const token = commandSigner(command, publicKey);
  assert.ok(isSignedBy(publicKey, bytes, token.sign(bytes)));
  assert.match(token.keyId ?? '', /^sha256:[0-9a-f]{64}$/);
});
