import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionPolicy } from '../../../support/client/integrator/session-keeper';
import { freshStamp, withHeaders } from '../../integrator/edits';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, layering, usual } from './values';

const synchronised = 'latitude of HDR-08: clocks differ by a little';

const clocks: Dimension<ClientPart> = {
  name: 'clock',
  sentence: 'a stale TIMESTAMP is rejected; clocks are to be synchronised (clause 5.2)',
  seam: 'seams: timestamps',
  values: [
    usual('the right time'),
    ...(
      [
        ['a clock one second behind', -1000],
        ['a clock one second ahead', 1000],
      ] as const
    ).map(([words, offset]) =>
      changing(words, synchronised, {
        seams: [({ timestamps }) => ({ timestamps: (now) => timestamps(now + offset) })],
      }),
    ),
    changing('a clock that is read twice a second', synchronised, {
      seams: [({ timestamps }) => ({ timestamps: (now) => timestamps(now - (now % 500)) })],
    }),
  ],
};

const renewing = (words: string, usable: SessionPolicy['usable']) =>
  changing(words, 'clause 5.1: reuse the token until near expiry', {
    seams: [({ sessions }) => ({ sessions: { ...sessions, usable } })],
  });

const renewals: Dimension<ClientPart> = {
  name: 'renewal of tokens',
  sentence: 'Cache and reuse the token until near expiry (clause 5.1)',
  seam: 'seams: sessions',
  values: [
    usual('renewed shortly before expiry'),
    renewing(
      'renewed after two thirds of its life',
      ({ askedAt, expiresInSeconds }, now) => now - askedAt < (expiresInSeconds * 2000) / 3,
    ),
    renewing(
      'renewed a minute early',
      ({ askedAt, expiresInSeconds }, now) => now - askedAt < (expiresInSeconds - 60) * 1000,
    ),
  ],
};

const starts: Dimension<ClientPart> = {
  name: 'session requests',
  sentence:
    'Cache and reuse the token until near expiry; one session per request is not to be created (clause 5.1)',
  seam: 'layer: session requests',
  values: [
    usual('one session request at a time'),
    layering(
      'two session requests at once',
      'clause 5.1 forbids one session per request alone',
      () => async (request, send) => {
        if (request.operation !== 'session.create') return send(request);
        const [answer] = await Promise.all([send(request), send(withHeaders(request, freshStamp()))]);
        return answer;
      },
    ),
    layering('the old token on session requests', 'Authorization | always (except the session call)', () => {
      let latest: string | undefined;
      return async (request, send) => {
        if (request.operation !== 'session.create') return send(request);
        const header = latest === undefined ? {} : { Authorization: `Bearer ${latest}` };
        const answer = await send(withHeaders(request, header));
        const { accessToken } = JSON.parse(answer.body.toString()) as { accessToken?: string };
        latest = accessToken ?? latest;
        return answer;
      };
    }),
  ],
};

const retries: Dimension<ClientPart> = {
  name: 'retries',
  sentence: 'Rate limits and request size limits: not shown. (clause 8)',
  seam: 'seams: retry',
  values: [
    usual('two retries'),
    changing('no retries', 'no clause demands a retry', {
      seams: [({ retry }) => ({ retry: { ...retry, delayMs: () => undefined } })],
    }),
    changing('retries after 20 ms', 'no clause gives a delay', {
      seams: [
        ({ retry }) => ({
          retry: {
            ...retry,
            delayMs: (attempts, outcome) => (retry.delayMs(attempts, outcome) === undefined ? undefined : 20),
          },
        }),
      ],
    }),
  ],
};

const paces: Dimension<ClientPart> = {
  name: 'pace of requests',
  sentence: 'Rate limits and request size limits: not shown. (clause 8)',
  seam: 'layer: pace',
  values: [
    usual('requests at once'),
    layering('requests after 40 ms', 'no clause gives a pace', () => async (request, send) => {
      await sleep(40);
      return send(request);
    }),
    layering('requests one after the other', 'no clause demands requests side by side', () => {
      let last: Promise<unknown> = Promise.resolve();
      return (request, send) => {
        const sent = last.then(() => send(request));
        last = sent.catch(() => undefined);
        return sent;
      };
    }),
  ],
};

const calls: Dimension<ClientPart> = {
  name: 'pace of the adapter',
  sentence: 'docs/guides/adapter.md: a call may take as long as the limit of the target says',
  seam: 'adapter: pace of answers',
  values: [
    usual('calls answered at once'),
    changing('calls answered after 60 ms', 'limits.callMs of the target', {
      handlers: [
        (own) =>
          Object.fromEntries(
            Object.entries(own).map(([name, handler]) => [
              name,
              async (given: never) => {
                const answer = await (handler as (given: never) => unknown)(given);
                await sleep(60);
                return answer;
              },
            ]),
          ),
      ],
    }),
  ],
};

/** Dimensions of the times at which a client acts. */
export const timingDimensions: readonly Dimension<ClientPart>[] = [
  clocks,
  renewals,
  starts,
  retries,
  paces,
  calls,
];
