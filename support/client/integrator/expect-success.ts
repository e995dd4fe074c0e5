import type { Answer } from '../sender';
import { succeeded } from './own-answers';
import { ServiceError } from './failures';

/** The answer, if it is one of success. */
export function expectSuccess(operation: string, answer: Answer): Answer {
  if (!succeeded(answer)) throw new ServiceError(operation, answer.status);
  return answer;
}
