import { membersIn } from '../../contract/body-members';
import { parseJson } from '../../contract/json';
import type { RequestedField } from '../../exchange/fields';
import type { RawExchange } from '../../exchange/raw-exchange';

/** A call, when it began, and the fields that the client is told to send by it. */
interface ToldCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly fields: readonly RequestedField[];
}

type Sent = Pick<RawExchange, 'arrivedAt' | 'request' | 'response'>;

/**
 * The fields that the client is told to send, call by call. What a member is to hold shows only while its key is there; so
 * requests are looked into as they come. One that failed may come again from a queue, once another call was made: it is
 * known by its address and the names of its members at any depth, as its ciphertexts are new each time.
 */
export class RequestedFields {
  readonly #calls: ToldCall[] = [];
  readonly #failed = new Map<string, readonly RequestedField[]>();

  /** Another call begins. */
  begin(fields: readonly RequestedField[], at = Date.now()): void {
    this.#calls.push({ at, fields });
  }

  /** What the call says that a request belongs to. */
  readonly of = ({ arrivedAt, request, response }: Sent): readonly RequestedField[] => {
    const call = this.#calls.findLast(({ at }) => at <= arrivedAt);
    const shape = shapeOf(request);
    const told = this.#failed.get(shape) ?? call?.fields ?? [];
    if (response === undefined || response.status >= 400) this.#failed.set(shape, told);
    else this.#failed.delete(shape);
    return told;
  };
}

function shapeOf({ method, url, body }: Sent['request']): string {
  const names = membersIn(parseJson(body?.toString() ?? '')).map(({ path }) => path.join('/'));
  return [method, url, ...names.sort()].join('\n');
}
