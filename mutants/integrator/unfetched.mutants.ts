import { generateKeyPairSync } from 'node:crypto';
import type { CertifiedService } from '../../support/adapter/protocol';
import type { RawAnswer } from '../../support/client/sender';
import { defaultKeyPair } from '../../support/mock/keys';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import { interceptRequests } from './edits';
import { brokenIntegrator } from './specimens';

/** Answers each request for a certificate itself, so that none reaches a service. */
function withoutFetch(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  pemFor: (service: CertifiedService) => string | Promise<string>,
): Mutant {
  return brokenIntegrator(
    name,
    breaks,
    story,
    interceptRequests(() => async (request, send): Promise<RawAnswer> => {
      const isIdentity = request.url.endsWith('/profile/public/certificate');
      if (!isIdentity && !request.url.endsWith('/auth/cert')) return send(request);
      const body = Buffer.from(await pemFor(isIdentity ? 'identity' : 'registry'));
      return { status: 200, headers: [['Content-Type', 'text/plain']], body };
    }),
  );
}

const spki = { type: 'spki', format: 'pem' } as const;

/** Clients that encrypt without ever fetching a certificate (CRT-07). */
export const unfetchedMutants: readonly Mutant[] = [
  {
    ...withoutFetch(
      'certificates-in-the-program',
      ['CRT-07', 'CRT-08', 'CRT-09'],
      'The keys of both services stand in the program, and the wrong ones at that.',
      (() => {
        const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export(spki).toString();
        return () => pem;
      })(),
    ),
    diagnosis: { 'CRT-07': 'no key that the suite gave opens the values' },
  },
  {
    ...withoutFetch(
      'certificates-from-a-file',
      ['CRT-07', 'CRT-08'],
      'Both certificates were copied into a file by hand.',
      async (service) => (await defaultKeyPair(service)).publicKey.export(spki).toString(),
    ),
    diagnosis: { 'CRT-07': 'the client obtained it in another way' },
  },
];
