import { isObject } from '../../contract/json';
import type { TriggerOperation } from '../../contract/meant-trigger';
import { meantTrigger } from '../../contract/meant-trigger';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody } from '../../exchange/exchange';

/**
 * Returns the trigger that an integrator's request to the dummy payer is meant as. Returns `undefined` for other
 * requests to the dummy payer, such as a health check or a search for a policy.
 */
export function triggerMeantBy(exchange: Exchange): TriggerOperation | undefined {
  const { sender, service, request } = exchange;
  if (sender !== 'integrator' || service !== 'dummyPayer') return undefined;
  const intended = intendedOperation(exchange);
  if (intended === 'dummyPayer.trigger' || intended === 'paymentNotice.init') return intended;
  const body = jsonBody(request);
  const members = isObject(body) ? Object.keys(body) : [];
  return meantTrigger({ method: request.method, path: pathOfRequest(exchange), members });
}
