import { constants } from '../contract/constants';
import { jsonBody } from '../exchange/exchange';
import { answerSchema } from './answer-schema';
import { memberOf } from './answers';
import { sight } from './sight';

/** What an answer says of the life of its access token, in milliseconds. */
export const lifetimeIn = sight('lifetime', ['response'], ({ response }): number | undefined => {
  const expiresIn = memberOf(jsonBody(response), 'expiresIn');
  return typeof expiresIn === 'number' ? expiresIn * 1000 : undefined;
});

export const sessionSchema = answerSchema('contract/session-response');

/** What a session answer says that is not the literal of clause 2.2, or no lifetime: names of its members. */
export const wrongValuesIn = sight('session values', ['response'], ({ response }): string[] => {
  const body = jsonBody(response);
  return [
    ...(memberOf(body, 'tokenType') === constants.tokenType ? [] : ['tokenType']),
    ...['expiresIn', 'refreshExpiresIn'].filter((name) => !(Number(memberOf(body, name)) > 0)),
  ];
});
