import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { v1 as uuidv1, v7 as uuidv7 } from 'uuid';
import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { Mutant } from '../mutant';
import { editRequests, withHeaders } from './edits';
import { brokenIntegrator } from './specimens';

/** An integrator with another source of ids; a source may hold state for as long as its process lives. */
function ids(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  source: () => () => string,
): Mutant {
  return brokenIntegrator(name, breaks, story, () => ({
    ids: { ...conformingSeams.ids, requestId: source() },
  }));
}

const each = (make: () => string) => () => make;

/** What the id looks like (HDR-03, HDR-04). */
const forms: Mutant[] = [
  ids('request-id-v1', ['HDR-03'], 'The library makes UUIDs of time and machine.', each(uuidv1)),
  ids('request-id-v7', ['HDR-03'], 'UUIDs that sort by time are the new default.', each(uuidv7)),
  ids(
    'request-id-in-braces',
    ['HDR-03'],
    'The platform writes UUIDs in braces.',
    each(() => `{${randomUUID()}}`),
  ),
  ids(
    'request-id-without-hyphens',
    ['HDR-03'],
    'Hyphens are thought to be decoration.',
    each(() => randomUUID().replaceAll('-', '')),
  ),
  ids(
    'request-id-as-urn',
    ['HDR-03'],
    'The UUID is written as a URN.',
    each(() => `urn:uuid:${randomUUID()}`),
  ),
  ids('request-id-counts', ['HDR-03'], 'Requests are counted, from the time of the start on.', () => {
    let count = Date.now() * 1000;
    return () => String((count += 1));
  }),
  ids('request-id-counts-from-one', ['HDR-03', 'HDR-05'], 'Each process counts from one.', () => {
    let count = 0;
    return () => String((count += 1));
  }),
  ids(
    'request-id-without-variant',
    ['HDR-03'],
    'Thirty-two random digits are put between hyphens.',
    each(() => {
      const digits = randomBytes(16).toString('hex');
      const [a, b, c, e] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(20)];
      return `${a}-${b}-4${c}-${'01234567cdef'.charAt(randomInt(12))}${digits.slice(17, 20)}-${e}`;
    }),
  ),
  ids(
    'request-id-uppercase',
    ['HDR-04'],
    'The platform writes UUIDs in capitals.',
    each(() => randomUUID().toUpperCase()),
  ),
  brokenIntegrator(
    'request-id-uppercase-on-certificates',
    ['HDR-04'],
    'One of two HTTP clients of the product puts ids into capitals.',
    editRequests(['certificate'], (request) =>
      request.headers['REQUEST-ID'] === undefined
        ? request
        : withHeaders(request, { 'REQUEST-ID': `ABCDEF00${randomUUID().slice(8)}` }),
    ),
  ),
];

/** How long an id serves (HDR-05). */
const repeats: Mutant[] = [
  ids('request-id-fixed', ['HDR-05'], 'The id is made once, when the client starts.', () => {
    const id = randomUUID();
    return () => id;
  }),
  ids(
    'request-id-of-the-day',
    ['HDR-05'],
    'The id is derived from the date.',
    each(() => {
      const digits = createHash('sha256').update(new Date().toISOString().slice(0, 10)).digest('hex');
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
    }),
  ),
  ids('request-id-from-a-pool', ['HDR-05'], 'Three ids are used in turn.', () => {
    const pool = [randomUUID(), randomUUID(), randomUUID()];
    let count = 0;
    return () => pool[(count += 1) % pool.length] ?? '';
  }),
  brokenIntegrator(
    'request-id-repeated-by-retry',
    ['HDR-05', 'HDR-08'],
    'A retry sends the same request once more.',
    {
      retry: { ...conformingSeams.retry, again: (_compose, previous) => Promise.resolve(previous) },
    },
  ),
  brokenIntegrator('request-id-kept-by-retry', ['HDR-05'], 'A retry renews the time and keeps the id.', {
    retry: {
      ...conformingSeams.retry,
      again: async (compose, previous) => {
        const id = previous.headers['REQUEST-ID'];
        const again = await compose();
        return id === undefined ? again : withHeaders(again, { 'REQUEST-ID': id });
      },
    },
  }),
];

/** Mistakes in REQUEST-ID. */
export const requestIdMutants: readonly Mutant[] = [...forms, ...repeats];
