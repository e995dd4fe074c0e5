import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { it } from 'node:test';
import { generateRsaKeyPair } from '../../support/mock/keys';
import { payerCertificate } from '../../support/mock/tls';

it("the payer's certificate holds its key, is signed by it, and is valid for a year", async () => {
  const keys = await generateRsaKeyPair();
  const pem = payerCertificate(keys);
  const certificate = new X509Certificate(pem);
  assert.ok(certificate.publicKey.equals(keys.publicKey));
  assert.ok(certificate.verify(keys.publicKey));
  assert.equal(certificate.subject, 'CN=Dummy payer');
  assert.equal(certificate.ca, false);
  const days = (certificate.validToDate.getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 364 && days < 366);
  assert.ok(certificate.validFromDate.getTime() < Date.now());
  assert.equal(payerCertificate(keys), pem);
  assert.notEqual(payerCertificate(await generateRsaKeyPair()), pem);
});
