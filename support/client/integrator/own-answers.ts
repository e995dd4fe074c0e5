import { textOfBody } from '../../contract/decode-text';
import type { JsonMembers } from '../../contract/json';
import { isObject, parseJson } from '../../contract/json';
import type { RawAnswer } from '../sender';
import { ServiceError } from './transport';

/** Returns the members of a JSON object, or an empty object if the body is anything else. */
export function parseJsonMembers(body: Buffer | string): JsonMembers {
  const value = parseJson(typeof body === 'string' ? body : textOfBody(body));
  return isObject(value) ? value : {};
}

function succeeded({ status }: RawAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Returns the answer if its status is 2xx. Throws a ServiceError otherwise. */
export function expectSuccess(operation: string, answer: RawAnswer): RawAnswer {
  if (!succeeded(answer)) throw new ServiceError(operation, answer.status);
  return answer;
}
