import { constants } from '../../contract/constants';
import type { Exchange } from '../../exchange/exchange';
import { isMask, whyMasked } from '../../exchange/masks';
import { findMember, secondsOf } from '../../exchange/members';
import { answerSchema } from '../judge/answer-schema';
import type { Unjudged } from '../judge/judge';
import { sight } from '../judge/sight';

/** What an answer says of the life of its access token, in milliseconds; wherever and however it is written. */
export const lifetimeIn = sight('lifetime', ['response'], ({ response }): number | undefined => {
  const seconds = secondsOf(findMember(response?.body?.text, 'expiresIn'));
  return seconds === undefined ? undefined : seconds * 1000;
});

export const sessionSchema = answerSchema('contract/session-response');

/** What a session answer says of tokens: names of its members, wherever they stand. */
interface SessionValues {
  /** What is not the literal of clause 2.2, or no lifetime. */
  readonly wrong: readonly string[];
  /** One that is missing, or of another type. */
  readonly half?: string;
}

export const valuesIn = sight('session values', ['response'], ({ response }): SessionValues => {
  const text = response?.body?.text;
  const tokenType = findMember(text, 'tokenType');
  const lifetimes = ['expiresIn', 'refreshExpiresIn'].map(
    (name) => [name, secondsOf(findMember(text, name))] as const,
  );
  const half =
    typeof tokenType === 'string'
      ? lifetimes.find(([, seconds]) => seconds === undefined || !Number.isInteger(seconds))?.[0]
      : 'tokenType';
  return {
    wrong: [
      ...(typeof tokenType !== 'string' || tokenType === constants.tokenType ? [] : ['tokenType']),
      ...lifetimes.flatMap(([name, seconds]) => (seconds === undefined || seconds > 0 ? [] : [name])),
    ],
    ...(half !== undefined && { half }),
  };
});

const maskedTokens = sight('masked tokens', ['response'], ({ masked, response }): string[] =>
  masked === true
    ? ['accessToken', 'refreshToken'].filter((name) => isMask(findMember(response?.body?.text, name)))
    : [],
);

/** Says so where the log shows a mask in place of a token. */
export function maskedToken(exchange: Exchange, name: string): Unjudged | undefined {
  return maskedTokens(exchange).includes(name) ? { unjudged: whyMasked(name) } : undefined;
}
