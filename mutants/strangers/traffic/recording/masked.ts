import { createHash } from 'node:crypto';
import type { WireRecord } from '../../../../support/exchange/raw-exchange';
import type { Dimension } from '../../dimension';
import { lacks } from '../allowances';
import type { TrafficPart } from '../shape';

/** Replaces the value of a header in all requests. */
const masksHeader = (wanted: string, mask: (value: string) => string) => (): TrafficPart => ({
  recorded: [
    ({ request, ...wire }) => ({
      ...wire,
      request: {
        ...request,
        headers: request.headers.map(([name, value]) => [
          name,
          name.toLowerCase() === wanted.toLowerCase() ? mask(value) : value,
        ]),
      },
    }),
  ],
});

/** Replaces the texts of these members, at any depth, in the JSON bodies of requests and answers. */
const masksMembers = (names: readonly string[], mask: (value: string) => string) => (): TrafficPart => ({
  recorded: [(wire) => withBodies(wire, (text) => maskedIn(text, names, mask))],
});

function maskedIn(text: string, names: readonly string[], mask: (value: string) => string): string {
  if (!text.startsWith('{')) return text;
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    names.includes(name) && typeof value === 'string' ? mask(value) : value,
  );
}

function withBodies(
  { request, response, ...wire }: WireRecord,
  change: (text: string) => string,
): WireRecord {
  const changed = (body: Buffer): Buffer => (body.length === 0 ? body : Buffer.from(change(body.toString())));
  return {
    ...wire,
    request: { ...request, ...(request.body && { body: changed(request.body) }) },
    ...(response && { response: { ...response, body: changed(response.body) } }),
  };
}

const digest = (value: string): string => createHash('sha256').update(value).digest('hex');

const bearer = (mask: (token: string) => string) => (value: string) =>
  value.replace(/^Bearer (.*)$/, (_whole, token: string) => `Bearer ${mask(token)}`);

const shortened = (value: string): string => `${value.slice(0, 4)}…${value.slice(-4)}`;

const tokens = ['accessToken', 'refreshToken'];
const personal = ['otp', 'otpValue', 'loginId', 'nationalId', 'mobile', 'mobileNumber', 'name'];

const ofGuide = 'docs/guides/traffic.md, Masked values';

/** Values that a tool masks. */
export const maskDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'masked Authorization',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'Authorization in the file',
    values: [
      { words: 'Authorization as sent', allowedBy: '' },
      {
        words: 'Authorization as stars',
        allowedBy: ofGuide,
        allows: lacks.authorization,
        change: masksHeader('Authorization', () => '***'),
      },
      {
        words: 'tokens in Authorization as stars',
        allowedBy: ofGuide,
        allows: lacks.authorization,
        change: masksHeader(
          'Authorization',
          bearer(() => '********'),
        ),
      },
      {
        words: 'Authorization as a note',
        allowedBy: ofGuide,
        allows: lacks.authorization,
        change: masksHeader('Authorization', () => '[Authorization redacted]'),
      },
      {
        words: 'tokens in Authorization shortened',
        allowedBy: ofGuide,
        allows: lacks.authorization,
        change: masksHeader('Authorization', bearer(shortened)),
      },
    ],
  },
  {
    name: 'masked tokens',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'tokens in the bodies of the file',
    values: [
      { words: 'tokens of sessions as sent', allowedBy: '' },
      {
        words: 'tokens of sessions as stars',
        allowedBy: ofGuide,
        allows: lacks.tokens,
        change: masksMembers(tokens, () => '****'),
      },
      {
        words: 'tokens of sessions as [FILTERED]',
        allowedBy: ofGuide,
        allows: lacks.tokens,
        change: masksMembers(tokens, () => '[FILTERED]'),
      },
      {
        words: 'tokens of sessions shortened',
        allowedBy: ofGuide,
        allows: lacks.tokens,
        change: masksMembers(tokens, shortened),
      },
    ],
  },
  {
    name: 'masked secret',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'client secret in the file',
    values: [
      { words: 'client secret as sent', allowedBy: '' },
      {
        words: 'client secret as stars',
        allowedBy: ofGuide,
        allows: lacks.secret,
        change: masksMembers(['clientSecret'], () => '*****'),
      },
      {
        words: 'client secret as REDACTED',
        allowedBy: ofGuide,
        allows: lacks.secret,
        change: masksMembers(['clientSecret'], () => '***REDACTED***'),
      },
      {
        words: 'client secret as a placeholder',
        allowedBy: `${ofGuide}; collections have placeholders`,
        allows: lacks.secret,
        change: masksMembers(['clientSecret'], () => '<client-secret>'),
      },
      {
        words: 'client secret as a digest',
        allowedBy: 'a digest tells equal values, and not the value',
        allows: lacks.secret,
        change: masksMembers(['clientSecret'], (value) => `sha256:${digest(value)}`),
      },
    ],
  },
  {
    name: 'masked client id',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'client id in the file',
    values: [
      { words: 'client id as sent', allowedBy: '' },
      {
        words: 'client id as stars',
        allowedBy: ofGuide,
        allows: lacks.clientId,
        change: masksMembers(['clientId'], () => '*****'),
      },
    ],
  },
  {
    name: 'masked personal values',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'personal values in the file',
    values: [
      { words: 'personal values as sent', allowedBy: '' },
      {
        words: 'personal values as stars',
        allowedBy: ofGuide,
        allows: lacks.personalValues,
        change: masksMembers(personal, () => '****'),
      },
      {
        words: 'personal values as [REDACTED]',
        allowedBy: ofGuide,
        allows: lacks.personalValues,
        change: masksMembers(personal, () => '[REDACTED]'),
      },
      {
        words: 'personal values shortened',
        allowedBy: ofGuide,
        allows: lacks.personalValues,
        change: masksMembers(personal, (value) => `${value.slice(0, 4)}...`),
      },
    ],
  },
  {
    name: 'masked ids',
    sentence: 'Traffic guide, masked values: the audit treats a masked value as unknown.',
    seam: 'ids in the file',
    values: [
      { words: 'ids as sent', allowedBy: '' },
      {
        words: 'transaction ids as stars',
        allowedBy: ofGuide,
        allows: lacks.transactionIds,
        change: masksMembers(['txnId'], () => '****'),
      },
      {
        words: 'REQUEST-ID as stars',
        allowedBy: ofGuide,
        allows: lacks.requestIds,
        change: masksHeader('REQUEST-ID', () => '****'),
      },
    ],
  },
];
