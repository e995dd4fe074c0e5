import { createPublicKey } from 'node:crypto';
import type { CertificateReader } from '../../support/client/integrator/certificate-cache';

/** As a client reads certificates that knows no other form than JSON. */
export const jsonAlone: CertificateReader = ({ body }) => {
  const { publicKey } = JSON.parse(body.toString('utf8')) as { publicKey: string };
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return key.export({ format: 'pem', type: 'spki' }).toString();
};

/** The same with PEM. */
export const pemAlone: CertificateReader = ({ body }) => body.toString('utf8');
