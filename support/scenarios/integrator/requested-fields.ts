import type { AdapterMethod } from '../../adapter/protocol';
import { membersIn } from '../../contract/body-members';
import { readBytes } from '../../contract/read-body';
import type { RequestedField } from '../../exchange/fields';
import type { RawExchange } from '../../exchange/raw-exchange';

/** A call, with the fields that the suite asks the client to send in it. */
interface ToldCall {
  /** The time at which the call began, in epoch milliseconds. */
  readonly at: number;
  readonly fields: readonly RequestedField[];
}

/** The fields of an OTP verification (clause 2.5). */
const verificationFields: readonly RequestedField[] = [
  { name: 'otp', encrypted: true },
  { name: 'txnId', encrypted: false },
];

/** Returns the fields that a call asks the client to send. */
export function fieldsRequestedBy(method: AdapterMethod, params: unknown): readonly RequestedField[] {
  if (method === 'otp.verify') return verificationFields;
  return (params as { readonly fields?: readonly RequestedField[] }).fields ?? [];
}

type Sent = Pick<RawExchange, 'arrivedAt' | 'request' | 'response'>;

/**
 * Remembers the fields that the suite asks the client to send in each call. Requests are inspected as they arrive,
 * because the key that decrypts a field may be replaced later. A client may send a failed request again from a queue
 * after the next call has begun. Such a request has the address and the member names of the failed one, at any depth;
 * its ciphertexts are new.
 */
export class RequestedFields {
  readonly #calls: ToldCall[] = [];
  readonly #failed = new Map<string, readonly RequestedField[]>();

  /** Notes that another call begins. */
  begin(fields: readonly RequestedField[], at = Date.now()): void {
    this.#calls.push({ at, fields });
  }

  /** Returns the requested fields of the call that a request belongs to. */
  readonly of = ({ arrivedAt, request, response }: Sent): readonly RequestedField[] => {
    const call = this.#calls.findLast(({ at }) => at <= arrivedAt);
    const shape = shapeOf(request);
    const told = this.#failed.get(shape) ?? call?.fields ?? [];
    if (mayComeAgain(response)) this.#failed.set(shape, told);
    else this.#failed.delete(shape);
    return told;
  };
}

/**
 * Whether the suite expects a client to send a request again: after an error status, or without an answer. A 415 does
 * not count, because the service would refuse the same body again.
 */
const mayComeAgain = (response: Sent['response']): boolean =>
  response === undefined || (response.status >= 400 && response.status !== 415);

function shapeOf({ method, url, body }: Sent['request']): string {
  const names = membersIn(body && readBytes(body)?.value).map(({ path }) => path.join('/'));
  return [method, url, ...names.sort()].join('\n');
}
