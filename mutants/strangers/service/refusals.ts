import type { MockReply } from '../../../support/mock/seams';
import type { Dimension } from '../dimension';
import type { ServicePart } from './shape';
import { changing, refusalsWith, replying, repliesOf, usual } from './values';
import { refusalCodes } from '../../replies';

const staleTo = (answer: (error: { code: string; message: string }) => MockReply) =>
  refusalsWith(refusalCodes.staleTimestamp, answer);

const stale: Dimension<ServicePart> = {
  name: 'stale TIMESTAMP',
  sentence: 'Status code and error code for the stale timestamp [...]: not shown. (clause 7)',
  seam: 'replies: refusal of a stale TIMESTAMP',
  values: [
    usual('stale TIMESTAMP: 400 and an envelope'),
    replying(
      'stale TIMESTAMP: 401 and a flat object',
      'rule of HDR-09: any 4xx',
      staleTo(({ message }) => ({ status: 401, body: { message } })),
    ),
    replying(
      'stale TIMESTAMP: 422 and a list',
      'rule of HDR-09: any 4xx',
      staleTo((error) => ({ status: 422, body: [error] })),
    ),
    replying(
      'stale TIMESTAMP: 400 and XML',
      'rule of HDR-09: any 4xx',
      staleTo(({ code, message }) => ({
        status: 400,
        headers: { 'content-type': 'application/xml' },
        body: `<fault><code>${code}</code><message>${message}</message></fault>`,
      })),
    ),
    {
      words: 'stale TIMESTAMP: 410 as agreed',
      allowedBy: 'reading stale-after',
      change: () => ({
        said: { 'stale-after': { status: 410 } },
        replies: [staleTo((error) => ({ status: 410, body: { error } }))],
      }),
    },
  ],
};

const staleAge: Dimension<ServicePart> = {
  name: 'age of a stale TIMESTAMP',
  sentence: 'a stale TIMESTAMP is rejected; clocks are to be synchronised (clause 5.2)',
  seam: 'readings: stale-after.seconds of the mock',
  values: [
    usual('stale after five minutes'),
    changing('stale after half a minute', 'no clause gives an age', {
      unsaid: { 'stale-after': { seconds: 30 } },
    }),
    changing('stale after three hours', 'no clause gives an age', {
      unsaid: { 'stale-after': { seconds: 10_800 } },
    }),
  ],
};

const certificates = ['certificate.identity', 'certificate.registry'] as const;
const tokenless = (answer: MockReply) => replyingTo401(() => answer);
const replyingTo401 = (answer: () => MockReply) =>
  repliesOf(certificates, (status) => status === 401, answer);

const missingToken: Dimension<ServicePart> = {
  name: 'missing token',
  sentence: 'Both return 401 without authentication. (clause 4.2)',
  seam: 'replies: 401 of the certificate operations',
  values: [
    usual('missing token: an envelope'),
    replying(
      'missing token: a flat object',
      "latitude of CRT-03: 'the registry refuses with a flat error body'",
      tokenless({ status: 401, body: { code: '900902', message: 'Missing Credentials', description: '' } }),
    ),
    replying('missing token: no body', 'clause 4.2 gives the status alone', tokenless({ status: 401 })),
    replying(
      'missing token: a page',
      "latitude of CRT-03: 'the page of a web server'",
      tokenless({
        status: 401,
        headers: { 'content-type': 'text/html' },
        body: '<html><body><h1>401 Authorization Required</h1></body></html>',
      }),
    ),
    replying(
      'missing token: a challenge',
      'RFC 9110, section 11.6.1',
      tokenless({
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' },
        body: [],
      }),
    ),
  ],
};

const rejectionTo = (answer: (error: { code: string; message: string }) => MockReply) =>
  refusalsWith(refusalCodes.encryption, answer);

const rejection: Dimension<ServicePart> = {
  name: 'rejected ciphertexts',
  sentence: 'rejected with a decryption, padding or invalid-encrypted-value error (clause 7)',
  seam: 'replies: rejection of a ciphertext',
  values: [
    usual('rejections: 400 and an envelope'),
    replying(
      'rejections: 422',
      'reading encryption-rejection: unset, any status',
      rejectionTo((error) => ({ status: 422, body: { error } })),
    ),
    replying(
      'rejections: a flat object',
      'reading encryption-rejection: unset, any form',
      rejectionTo((body) => ({ status: 400, body })),
    ),
    replying(
      'rejections: a list',
      'FIELD-NOTES: [{code, message}]',
      rejectionTo((error) => ({ status: 400, body: [error] })),
    ),
    replying(
      'rejections: a problem of RFC 9457',
      'reading encryption-rejection: unset, any form',
      rejectionTo(() => ({
        status: 400,
        headers: { 'content-type': 'application/problem+json' },
        body: { type: 'about:blank', title: 'Bad Request', detail: 'Decryption failed: padding error' },
      })),
    ),
    {
      words: 'rejections in words that the target names',
      allowedBy: 'reading encryption-rejection',
      change: () => ({
        said: { 'encryption-rejection': { status: 422, words: ['cipher'], shape: 'any' } },
        replies: [rejectionTo(({ code }) => ({ status: 422, body: { code, message: 'Bad cipher text' } }))],
      }),
    },
  ],
};

/** Dimensions of refusals. */
export const refusalDimensions: readonly Dimension<ServicePart>[] = [
  // Before the others: some of them refuse with 401 as well.
  missingToken,
  stale,
  staleAge,
  rejection,
];
