/** The least that a mock with the same crypto can do: fastify, the same signatures and decryptions, and no checks. */
import { constants, generateKeyPairSync, privateDecrypt, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { SignJWT, jwtVerify } from 'jose';
import { operationPath } from '../../support/contract/operations';
import { keysPath } from './openapi';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' });
const padding = constants.RSA_PKCS1_OAEP_PADDING;

const signed = (): Promise<string> =>
  new SignJWT({ jti: randomUUID(), token_use: 'access' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(privateKey);

const verified = (authorization = '') => jwtVerify(authorization.slice('Bearer '.length), publicKey);

const app = fastify();
app.post(operationPath('session.create'), async () => {
  const [accessToken, refreshToken] = await Promise.all([signed(), signed()]);
  return { accessToken, expiresIn: 1200, refreshExpiresIn: 1800, refreshToken, tokenType: 'bearer' };
});
app.get(keysPath, () => ({ keys: [publicKey.export({ format: 'jwk' })] }));
app.get(operationPath('certificate.registry'), async ({ headers }, reply) => {
  await verified(headers.authorization);
  return reply.type('text/plain').send(pem);
});
app.post<{ Body: { otp: string; txnId: string } }>(operationPath('otp.verify'), async ({ headers, body }) => {
  await verified(headers.authorization);
  privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, Buffer.from(body.otp, 'base64'));
  return { txnId: body.txnId, authResult: 'success', message: 'OTP verified successfully' };
});

void app.listen({ host: '127.0.0.1', port: 0 }).then((address) => {
  console.log(address);
});
