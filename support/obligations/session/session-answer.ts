import { constants } from '../../contract/constants';
import { checkSchema } from '../../contract/schemas';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { isMask, whyMasked } from '../../exchange/masks';
import { findMember, secondsOf } from '../../exchange/members';
import { answerSchema } from '../judge/answer-schema';
import type { Unjudged } from '../judge/judge';
import { sight } from '../judge/sight';
import { memberOf } from '../../contract/json';

/** What an answer says of the life of a token, in milliseconds; wherever and however it is written. */
const lifeBy = (member: string) =>
  sight(({ response }): number | undefined => {
    const seconds = secondsOf(findMember(response?.body?.text, member));
    return seconds === undefined ? undefined : seconds * 1000;
  });

export const lifetimeIn = lifeBy('expiresIn');
export const refreshLifetimeIn = lifeBy('refreshExpiresIn');

const schema = 'contract/session-response';
export const sessionSchema = answerSchema(schema);

/** A member of which the log shows a mask alone, where that is all that is wrong with the answer. */
const maskedMember = ({ masked, response }: Exchange) => {
  if (masked !== true) return undefined;
  const body = jsonBody(response);
  const names = checkSchema(schema, body).map(({ path }) => path.slice(1));
  return names.every((name) => isMask(memberOf(body, name))) ? names[0] : undefined;
};

/** Says so where the type of a member is unknown. */
export function maskedShape(exchange: Exchange): Unjudged | undefined {
  const name = maskedMember(exchange);
  return name === undefined ? undefined : { unjudged: whyMasked(name) };
}

/** What a session answer says of tokens: names of its members, wherever they stand. */
interface SessionValues {
  /** What is not the literal of clause 2.2, or no lifetime. */
  readonly wrong: readonly string[];
  /** One that is missing, or of another type. */
  readonly half?: string;
}

export const valuesIn = sight(({ masked, response }): SessionValues => {
  const text = response?.body?.text;
  const found = findMember(text, 'tokenType');
  const tokenType = masked === true && isMask(found) ? undefined : found;
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

const members = ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'refreshExpiresIn'];

const maskedMembers = ({ masked, response }: Exchange): string[] =>
  masked === true ? members.filter((name) => isMask(findMember(response?.body?.text, name))) : [];

/** Says so where the log shows a mask in place of a member. */
export function maskedIn(exchange: Exchange, name: string): Unjudged | undefined {
  return maskedMembers(exchange).includes(name) ? { unjudged: whyMasked(name) } : undefined;
}
