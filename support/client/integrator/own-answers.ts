import type { Members } from '../../contract/json';
import { isObject, parseJson } from '../../contract/json';
import type { RawAnswer } from '../sender';
import { ServiceError } from './transport';

/** The members of a JSON object; none where the body is anything else. */
export function membersOfBody(body: Buffer | string): Members {
  const value = parseJson(body.toString());
  return isObject(value) ? value : {};
}

/** Whether the status is one of success. */
function succeeded({ status }: RawAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The answer, if it is one of success. */
export function expectSuccess(operation: string, answer: RawAnswer): RawAnswer {
  if (!succeeded(answer)) throw new ServiceError(operation, answer.status);
  return answer;
}
