import { jwtVerify, SignJWT } from 'jose';
import { defaultKeyPair, generateRsaKeyPair } from '../../support/mock/keys';
import type { MockSeams, SeamOverrides } from '../../support/mock/seams';
import { errorReply } from '../../support/mock/request-checks';
import type { TokenIssuer, TokenKind } from '../../support/mock/token-issuer';
import type { HarmlessSubject, Stage, StartStage } from '../mutant';
import { harmlessService } from '../mutant';
import { disguisingTokens, withClaims } from '../disguise';
import { editReplies, editAllReplies } from '../replies';
import { createSha256Cipher } from '../sha256-cipher';
import { withAgreedReadings, stageMock } from '../stage';
import type { RawHeaders } from '../relay';
import { stageRelay } from '../relay';

function lifetimes(access: number, refresh: number): StartStage {
  return () => stageMock({ tls: true, account: { lifetimes: { access, refresh } } });
}

/** A gateway whose clock is off, and whose Date header says so. */
function clockOff(seconds: number): StartStage {
  const clock = () => Date.now() + seconds * 1000;
  const dated = editAllReplies((reply) => ({
    ...reply,
    headers: { ...reply.headers, date: new Date(clock()).toUTCString() },
  }));
  return () => stageMock({ tls: true, seams: { clock, ...dated } });
}

const slowMs = 40;

const slowly = editAllReplies(async (reply) => {
  await new Promise((resolve) => setTimeout(resolve, slowMs));
  return reply;
});

/** Tokens that say no more than they must, signed otherwise. */
async function otherTokens(): Promise<(own: MockSeams) => SeamOverrides> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  const issuer = ({ tokens }: MockSeams): TokenIssuer => ({
    ...tokens,
    issue: (claims, kind, lifetimeSeconds) => {
      // Callbacks are for the gateway's published keys.
      if (kind === 'callback') return tokens.issue(claims, kind, lifetimeSeconds);
      return new SignJWT({ kind })
        .setProtectedHeader({ alg: 'PS512' })
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(privateKey);
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, publicKey);
        return payload.kind === 'access' ? 'valid' : 'invalid';
      } catch {
        return 'invalid';
      }
    },
  });
  return (own) => ({ tokens: issuer(own) });
}

const withoutExp = (changed: TokenKind) =>
  disguisingTokens((token, kind) =>
    kind === changed ? withClaims(token, ({ exp: _left, ...rest }) => rest) : token,
  );

/** A registry of the newer kind: SHA-256, and SHA-1 no longer (clause 6.3.3). */
async function newerRegistry(): Promise<Stage> {
  const registry = await defaultKeyPair('registry');
  return stageMock({
    tls: true,
    keys: { registry },
    seams: { cipher: createSha256Cipher(registry.privateKey) },
  });
}

/** An OTP is spent once it has verified. */
function spendingOtps(): SeamOverrides {
  let isSpent = false;
  return editReplies('otp.verify', (reply) => {
    if (reply.status !== 200) return reply;
    if (isSpent) return errorReply('wrongOtp');
    isSpent = true;
    return reply;
  });
}

const services: readonly HarmlessSubject[] = [
  harmlessService('lifetime-5-s', 'Sessions last five seconds.', lifetimes(5, 10)),
  harmlessService('lifetime-60-s', 'Sessions last a minute.', lifetimes(60, 120)),
  harmlessService('lifetime-2-h', 'Sessions last two hours.', lifetimes(7200, 7200)),
  harmlessService('slow-answers', 'Every answer takes its time.', () =>
    stageMock({ tls: true, seams: slowly }),
  ),
  harmlessService('clock-behind', 'The clock of the services is half a minute behind.', clockOff(-30)),
  harmlessService('clock-ahead', 'The clock of the services is two minutes ahead.', clockOff(120)),
  harmlessService('other-tokens', 'Tokens are signed by PS512 and carry no iat and no kid.', async () =>
    stageMock({ tls: true, seams: await otherTokens() }),
  ),
  {
    ...harmlessService(
      'refresh-token-without-exp',
      'The end of a refresh token is kept in a table: a JWT may leave exp out (RFC 7519, section 4.1.4).',
      () => stageMock({ tls: true, seams: withoutExp('refresh') }),
    ),
    except: { 'SES-12': 'inconclusive' },
  },
  {
    ...harmlessService(
      'access-token-without-exp',
      'The end of an access token is kept in a table: a JWT may leave exp out (RFC 7519, section 4.1.4).',
      () => stageMock({ tls: true, seams: withoutExp('access') }),
    ),
    except: { 'SES-10': 'inconclusive' },
  },
  harmlessService('sha256-registry', 'The registry takes SHA-256 only.', newerRegistry),
  harmlessService(
    'sha256-registry-agreed',
    'The registry takes SHA-256 only, and the target says so.',
    async () => withAgreedReadings(await newerRegistry(), { 'oaep-hash': { 'otp.verify': 'SHA-256' } }),
  ),
  harmlessService('segments-agreed', 'Paths have segments of their own, and the target says so.', () =>
    stageMock({ tls: true, account: { paths: { identity: 'abha', nationalId: 'aadhaar' } } }),
  ),
  harmlessService('otp-good-once', 'An OTP verifies once.', () =>
    stageMock({ tls: true, seams: spendingOtps }),
  ),
];

const cased = (change: (name: string) => string) => (headers: RawHeaders) =>
  headers.map(([name, value]) => [change(name), value] as const);

const unframed = (headers: RawHeaders) =>
  headers.filter(([name]) => !/^(content-length|connection|keep-alive)$/i.test(name));

/** Differences on the wire, over plain http. */
const wire: readonly HarmlessSubject[] = [
  harmlessService('header-names-upper-case', 'Header names are in capitals.', () =>
    stageRelay({ headers: cased((name) => name.toUpperCase()) }),
  ),
  harmlessService('header-names-lower-case', 'Header names are in small letters.', () =>
    stageRelay({ headers: cased((name) => name.toLowerCase()) }),
  ),
  harmlessService('no-date-header', 'Answers carry no Date.', () =>
    stageRelay({ headers: (all) => all.filter(([name]) => name.toLowerCase() !== 'date') }),
  ),
  harmlessService('chunked-answers', 'Answers come in chunks of some bytes each.', () =>
    stageRelay({
      headers: unframed,
      write: (body, response) => {
        for (let at = 0; at < body.length; at += 50) response.write(body.subarray(at, at + 50));
        response.end();
      },
    }),
  ),
  harmlessService(
    'keys-reset-once',
    'The connection breaks where the keys for callbacks are fetched first.',
    () => {
      let isCut = false;
      return stageRelay({
        cuts: (path) => {
          const cuts = !isCut && path.endsWith('/v3/certs');
          isCut ||= cuts;
          return cuts;
        },
      });
    },
  ),
];

export const harmlessServices: readonly HarmlessSubject[] = [...services, ...wire];
