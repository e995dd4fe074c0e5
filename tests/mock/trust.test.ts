import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { rootCertificates } from 'node:tls';
import { isOfEndedProcess, newAuthorityName } from '../../support/mock/throwaway-authority';
import { makeTls } from '../../support/mock/tls';
import { readTrusted, writeTrust } from '../../support/mock/trust';
import { temporaryFolder } from '../report/embedded-run';

/** The test process is not the process of another mock, so that authorities of its own count as those of an ended mock. */
const ended = makeTls(['localhost']).ca;
const corporate = (rootCertificates[0] ?? '').replaceAll('\n', '\r\n');

/** Returns the certificates in the files that a mock in a new folder writes, by variable. */
function trustedBy(t: TestContext, env: NodeJS.ProcessEnv) {
  const folder = temporaryFolder(t);
  const trusted = readTrusted(env, (warning) => assert.fail(warning));
  const written = writeTrust({ ca: 'no certificate', caFile: '/ca.pem', folder, trusted });
  return Object.fromEntries(written) as Readonly<Record<string, string>>;
}

const certificatesIn = (file: string): string[] =>
  readFileSync(file, 'utf8').match(/-----BEGIN[^]+?-----END CERTIFICATE-----/g) ?? [];

describe('the authorities that a client of the mock trusts', () => {
  it('are those of the caller, without the authorities of mocks that have ended, and each once', (t) => {
    const own = join(temporaryFolder(t), 'own.pem');
    writeFileSync(own, [corporate, ended, ended].join('\n'));
    const env = { SSL_CERT_FILE: own, CURL_CA_BUNDLE: own, NODE_EXTRA_CA_CERTS: own };
    const { SSL_CERT_FILE = '', NODE_EXTRA_CA_CERTS = '' } = trustedBy(t, env);
    for (const file of [SSL_CERT_FILE, NODE_EXTRA_CA_CERTS]) {
      const digests = certificatesIn(file).map((pem) => new X509Certificate(pem).fingerprint256);
      assert.equal(new Set(digests).size, digests.length);
      assert.ok(digests.includes(new X509Certificate(corporate).fingerprint256));
      assert.ok(!digests.includes(new X509Certificate(ended).fingerprint256));
    }
    assert.equal(certificatesIn(NODE_EXTRA_CA_CERTS).length, 1);
  });

  it('are only the mock and the usual ones if the caller names only ended mocks', (t) => {
    const own = join(temporaryFolder(t), 'own.pem');
    writeFileSync(own, ended);
    assert.equal(trustedBy(t, { NODE_EXTRA_CA_CERTS: own }).NODE_EXTRA_CA_CERTS, '/ca.pem');
  });
});

describe('the authorities that a variable of the caller names', () => {
  const company = rootCertificates[1] ?? '';
  const read = (env: NodeJS.ProcessEnv): { pems: string[]; warnings: string[] } => {
    const warnings: string[] = [];
    const { replacing } = readTrusted(env, (warning) => warnings.push(warning));
    return { pems: replacing.map((pem) => new X509Certificate(pem).fingerprint256), warnings };
  };
  const fingerprint = new X509Certificate(company).fingerprint256;

  it('may be in the files of a folder', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '4a6481c9.0'), company);
    mkdirSync(join(folder, 'more'));
    assert.deepEqual(read({ REQUESTS_CA_BUNDLE: folder }), { pems: [fingerprint], warnings: [] });
  });

  for (const label of ['TRUSTED CERTIFICATE', 'X509 CERTIFICATE'])
    it(`may have the label ${label}`, (t) => {
      const file = join(temporaryFolder(t), 'own.pem');
      writeFileSync(file, company.replaceAll(/(?<=BEGIN |END )CERTIFICATE/g, label));
      assert.deepEqual(read({ SSL_CERT_FILE: file }), { pems: [fingerprint], warnings: [] });
    });

  it('are missing with a warning if the file has no certificate', (t) => {
    const file = join(temporaryFolder(t), 'own.pem');
    writeFileSync(file, 'no certificate');
    const { pems, warnings } = read({ SSL_CERT_FILE: file });
    assert.deepEqual(pems, []);
    assert.match(
      warnings.join(),
      /^the authorities in SSL_CERT_FILE=.+ are left out, because they lack a certificate in PEM$/,
    );
  });
});

describe('isOfEndedProcess', () => {
  it('returns false for the authority of a process that runs', () => {
    const pid = Object.getOwnPropertyDescriptor(process, 'pid');
    const named = (id: number): string => {
      Object.defineProperty(process, 'pid', { ...pid, value: id });
      try {
        return makeTls(['localhost']).ca;
      } finally {
        Object.defineProperty(process, 'pid', pid ?? {});
      }
    };
    assert.equal(isOfEndedProcess(named(process.ppid)), false);
    assert.equal(isOfEndedProcess(named(2 ** 30)), true);
  });

  it('returns false for every other certificate, and for a text that is none', () => {
    for (const pem of [corporate, 'no certificate', makeTls(['localhost']).cert])
      assert.equal(isOfEndedProcess(pem), false);
  });

  it('fits into a common name', () => {
    assert.ok(newAuthorityName().length <= 64 - String(2 ** 22).length + String(process.pid).length);
  });
});
