import { withoutBasePath } from '../../contract/bases';
import type { OperationPlaces } from '../../contract/near-operation';
import { nearOperationText } from '../../contract/near-operation';
import type { OwnAnswer } from '../../contract/own-answers';
import { findOwnAnswer } from '../../contract/own-answers';
import { readBytes } from '../../contract/read-body';
import type { MockRequest, MockService, OutsideOperation, OutsideRequest } from '../seams';

/** The answers of a mock to requests outside the contract. */
export interface OutsideAnswers {
  /** The answers that the target file sets. */
  readonly own: readonly OwnAnswer[];
  /** Whether the identity service and the registry guess an answer to all other requests. */
  readonly guess: boolean;
  /** Returns whether a request comes from no client of ours. Such a request is refused. */
  readonly isFromScanner?: (call: MockRequest, service: MockService) => boolean;
}

/** The source of an answer to a request outside the contract. */
export type AnsweredBy = 'guess' | 'own answer';

/** The decision of a mock on a request that matches no route. */
export interface OutsidePlace {
  readonly facts: OutsideRequest;
  /** `undefined` if the mock refuses the request. */
  readonly answer?: { readonly operation: OutsideOperation; readonly by: AnsweredBy };
}

/** Decides how to answer a request that matches no route. An answer of the target file comes before any guess. */
export function placeOutside(
  call: MockRequest,
  service: MockService,
  places: OperationPlaces,
  answers: OutsideAnswers | undefined,
): OutsidePlace {
  const { method, path } = call;
  const pathBehindBase = withoutBasePath(service, path, []);
  const operation = `outside.${service}` as const;
  const own = findOwnAnswer(answers?.own ?? [], { method, path: pathBehindBase });
  if (own !== undefined)
    return { facts: { service, pathBehindBase, own }, answer: { operation, by: 'own answer' } };
  const body = readBytes(call.rawBody)?.value;
  const near = nearOperationText({ service, method, path, body }, places);
  if (near !== undefined) return { facts: { service, pathBehindBase, near } };
  const facts = { service, pathBehindBase };
  const isGuessed = answers?.guess === true && (service === 'identity' || service === 'registry');
  return isGuessed && answers.isFromScanner?.(call, service) !== true
    ? { facts, answer: { operation, by: 'guess' } }
    : { facts };
}
