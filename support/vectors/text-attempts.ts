import { bytesOfBase64 } from '../client/integrator/transfer/codecs';
import { verifyAgainstPublished } from '../client/integrator/callback-verifier';
import { defaultReadings } from '../contract/readings';
import { checkSchema } from '../contract/schemas';
import { verifyJws } from '../crypto/jose/jws';
import type { Exchange } from '../exchange/exchange';
import { acceptsV3Headers } from '../mock/request-checks';
import { JudgingLoop } from '../judging/loop';
import { contractObligations } from '../obligations';
import { materialOf } from '../cases/material';
import type { AttemptResult, AttemptOutcome, Attempt } from '../cases/attempt';
import { refusing } from './outcome';
import type { JwtCase, JwtGroup, TextCase, TextGroup } from '../cases/vector-file';

/** An answer that says only that a value is taken. */
const taken = (accepts: boolean): AttemptOutcome => (accepts ? {} : undefined);

/** Texts are judged by the rules, and by the mock, which reads the contract for itself. */
export function textAttempts(each: TextCase, { reads }: TextGroup): Attempt[] {
  switch (reads) {
    case 'uuid-v4':
      return headerAttempts(each, 'REQUEST-ID');
    case 'timestamp':
      return headerAttempts(each, 'TIMESTAMP');
    case 'base64':
      return base64Attempts(each);
  }
}

/** One reader of texts. */
function reading(implementation: string, wanted: AttemptResult, answer: () => AttemptOutcome): Attempt {
  return { implementation, wanted, answer };
}

const rightHeaders = {
  'REQUEST-ID': '919108f7-52d1-4320-9bac-f847db4148a8',
  TIMESTAMP: '2026-11-21T09:30:05.123Z',
};

function headerAttempts({ text }: TextCase, name: 'REQUEST-ID' | 'TIMESTAMP'): Attempt[] {
  const headers = { ...rightHeaders, [name]: text };
  const byRules = (): AttemptOutcome => {
    const always = brokenBy(rightHeaders);
    return taken(brokenBy(headers).every((id) => always.includes(id)));
  };
  return [
    reading('rules', {}, byRules),
    reading('mock', {}, () => taken(acceptsV3Headers(headers['REQUEST-ID'], headers.TIMESTAMP))),
  ];
}

/** What a request with such headers breaks. It has nothing else: that breaks some obligations whatever the headers are. */
function brokenBy(headers: Readonly<Record<string, string>>): string[] {
  const loop = new JudgingLoop(contractObligations.judged, { readings: defaultReadings });
  const exchange: Exchange = {
    seq: 1,
    sender: 'integrator',
    arrivedAt: 0,
    answeredAt: 0,
    service: 'gateway',
    operation: 'session.create',
    request: {
      method: 'POST',
      url: 'https://gateway.example/api/hiecm/gateway/v3/sessions',
      headers: Object.entries(headers),
    },
    response: { status: 200, headers: [] },
    facts: { scheme: 'https', loopback: false },
  };
  loop.observe(exchange);
  return [...loop.conclude()].flatMap(([id, { breachCount }]) => (breachCount > 0 ? [id] : []));
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bit by bit (RFC 4648, section 4), so that Node's lenient reader does not check itself. Throws for anything else. */
function hexByBits(text: string): string {
  const values = Array.from(text.replace(/={1,2}$/, ''), (each) => base64Digits.indexOf(each));
  if (text.length % 4 !== 0 || values.includes(-1)) throw new Error('no Base64');
  const bits = values.map((value) => value.toString(2).padStart(6, '0')).join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  if (bits.slice(bytes.length * 8).includes('1')) throw new Error('pad bits that are not zero');
  return bytes.map((byte) => parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

const nonce = Buffer.alloc(32).toString('base64');

/** By what the client decodes, bit by bit, and by the pattern of the schema. */
function base64Attempts({ text, decoded = '' }: TextCase): Attempt[] {
  const wanted = { bytes: decoded };
  // The schema is that of a key, which is never empty.
  const bySchema = reading('schema', {}, () =>
    taken(checkSchema('contract/key-material', materialOf(text, nonce)).length === 0),
  );
  return [
    reading(
      'client',
      wanted,
      refusing(() => ({ bytes: bytesOfBase64(text, 'it').toString('hex') })),
    ),
    reading(
      'bit by bit',
      wanted,
      refusing(() => ({ bytes: hexByBits(text) })),
    ),
    ...(text === '' ? [] : [bySchema]),
  ];
}

/** By the client, and by the judge; what they verify was signed with node:crypto. The instants are exact: no leeway. */
export function jwtAttempts({ jwt }: JwtCase, group: JwtGroup): Attempt[] {
  const { algorithms, issuer, audience, jwks } = group;
  const now = new Date(group.now);
  const keys = {
    all: () => Promise.resolve(jwks.keys),
    find: (kid: string) => Promise.resolve(jwks.keys.find((each) => each.kid === kid)),
  };
  const rules = { algorithms, issuer, audience, now, leeway: 0 };
  const verifying = (implementation: string, verify: () => Promise<boolean>): Attempt => ({
    implementation,
    wanted: {},
    answer: async () => taken(await verify()),
  });
  return [
    verifying('client', () => verifyAgainstPublished(jwt, keys, rules)),
    verifying('judge', async () => (await verifyJws(jwt, jwks.keys, rules)).valid),
  ];
}
