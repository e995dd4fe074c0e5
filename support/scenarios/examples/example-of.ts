import type { OperationId } from '../../contract/operations';
import type { RequestKind } from '../turns/requests';
import { recorded } from './judge-example';
import { rightRequest, withHeader, withMembers } from './right-requests';
import type { Slip } from './slip';

/** The request that stands for its kind. */
const operations: Partial<Readonly<Record<RequestKind, OperationId>>> = {
  'v3 request': 'session.create',
  'session request': 'session.create',
  'certificate request': 'certificate.identity',
  'identity certificate request': 'certificate.identity',
  'registry certificate request': 'certificate.registry',
  trigger: 'dummyPayer.trigger',
  'payment notice request': 'paymentNotice.init',
};

const headers = /^(Authorization|REQUEST-ID|TIMESTAMP|X-CM-ID|Content-Type|Accept|bearer_auth)$/;

/** A recording of one request of that kind, and the same with another value of a header, or of a member of its body. */
export function exampleOf(kind: RequestKind, name: string, value: string): Slip {
  const operation = operations[kind];
  if (operation === undefined) throw new Error(`No example of one ${kind} is at hand`);
  const right = rightRequest(operation);
  const wrong = headers.test(name) ? withHeader(right, name, value) : withMembers(right, { [name]: value });
  return { value, right: recorded([right]), wrong: recorded([wrong]) };
}
