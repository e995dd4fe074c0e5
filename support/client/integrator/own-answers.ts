import type { Answer } from '../sender';
import { ServiceError } from './failures';

/** The first value of a header field, whatever its spelling. */
export function headerOf(answer: Answer, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return answer.headers.find(([each]) => each.toLowerCase() === wanted)?.[1];
}

/** The members of a JSON object; none where the body is anything else. */
export function membersOf(body: Buffer | string): Readonly<Record<string, unknown>> {
  const value = parseJson(body.toString());
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The value of a JSON text; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the status is one of success. */
export function succeeded({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The answer, if it is one of success. */
export function expectSuccess(operation: string, answer: Answer): Answer {
  if (!succeeded(answer)) throw new ServiceError(operation, answer.status);
  return answer;
}
