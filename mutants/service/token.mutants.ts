import type { MockSeams, SeamOverrides } from '../../support/mock/seams';
import { errorReply } from '../../support/mock/request-checks';
import type { TokenIssuer } from '../../support/mock/token-issuer';
import type { Mutant, StartStage } from '../mutant';
import { serviceMutant } from '../mutant';
import type { Edit } from '../replies';
import { edited, editReplies, errorEnvelopeReply } from '../replies';
import { withSeams } from '../stage';

const broken = (name: string, story: string, start: StartStage): Mutant =>
  serviceMutant(name, ['TOK-06'], story, start);

/** Tokens that are good for some uses. */
function goodFor(limit: number): (own: MockSeams) => SeamOverrides {
  return ({ tokens: own }) => {
    const used = new Map<string, number>();
    const verify: TokenIssuer['verify'] = (token) => {
      const uses = (used.get(token) ?? 0) + 1;
      used.set(token, uses);
      return uses <= limit ? own.verify(token) : Promise.resolve('invalid');
    };
    return { tokens: { ...own, verify } };
  };
}

/** One session a client: each new one ends the one before. */
function lastSessionOnly({ tokens: own }: MockSeams): SeamOverrides {
  let last = '';
  const tokens: TokenIssuer = {
    ...own,
    issue: async (claims, kind, lifetimeSeconds) => {
      const token = await own.issue(claims, kind, lifetimeSeconds);
      if (kind === 'access') last = token;
      return token;
    },
    verify: (token) => (token === last ? own.verify(token) : Promise.resolve('invalid')),
  };
  return { tokens };
}

/** How long tokens are good (TOK-06). */
export const tokenMutants: readonly Mutant[] = [
  broken('token-good-once', 'A replay filter takes every token for a nonce.', withSeams(goodFor(1))),
  broken('token-good-three-times', 'A quota of the sandbox is counted per token.', withSeams(goodFor(3))),
  broken('new-session-ends-the-old', 'A client has one session at a time.', withSeams(lastSessionOnly)),
  broken(
    'token-unknown-at-registry',
    "The registry was not told the gateway's signing key.",
    withSeams({
      handlers: {
        'certificate.registry': () => errorReply('invalidToken'),
        'otp.verify': () => errorReply('invalidToken'),
      },
    }),
  ),
  broken(
    'identity-clock-ahead',
    'The clock of the identity service is half an hour ahead: all tokens have run out.',
    withSeams(
      editReplies('certificate.identity', (reply) =>
        reply.status === 200 ? errorReply('expiredToken') : reply,
      ),
    ),
  ),
  broken(
    'second-use-403',
    'From its second use on a token needs a consent that no one can give.',
    withSeams(() => {
      const forbid = forbiddingRepeats();
      return {
        handlers: {
          'certificate.identity': edited('certificate.identity', forbid),
          'certificate.registry': edited('certificate.registry', forbid),
        },
      };
    }),
  ),
];

/** Forbids a call whose token was seen before. */
function forbiddingRepeats(): Edit {
  const seen = new Set<string>();
  return (reply, call) => {
    const token = call.headers.authorization ?? '';
    if (reply.status !== 200) return reply;
    if (seen.has(token)) return errorEnvelopeReply(403, 'SVC-1403', 'Forbidden');
    seen.add(token);
    return reply;
  };
}
