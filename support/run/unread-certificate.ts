import type { ServiceName } from '../contract/operations';
import { readingForService } from '../contract/readings';
import type { ReadingValues } from '../contract/readings';
import type { Evidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { intendedOperation } from '../exchange/exchange';

/** What one process of a client did before a call, and during it. */
interface Course {
  readonly earlier: readonly Evidence[];
  readonly during: readonly Evidence[];
}

const forms = { pem: 'PEM', json: 'JSON' } as const;

/** What a client asks for before it encrypts anything. */
const beforehand: readonly unknown[] = ['session.create', 'certificate.identity', 'certificate.registry'];

/**
 * The likely reason why a client answered a call with an error, where it had the certificate that the call takes, and
 * nothing on the wire went wrong: it reads another form or another key than the readings say. `undefined` where it is
 * not likely.
 */
export function whyCertificateUnread(
  service: ServiceName | undefined,
  { earlier, during }: Course,
  readings: ReadingValues,
): string | undefined {
  if (service === undefined) return undefined;
  const operation = `certificate.${service}`;
  const has = [...earlier, ...during].some((each) => isTaken(each) && intendedOperation(each) === operation);
  const isSound = during.every(
    (each) => each.kind !== undefined || (isTaken(each) && beforehand.includes(intendedOperation(each))),
  );
  if (!has || !isSound || earlier.some((each) => isEncrypted(each, service))) return undefined;
  const form = readingForService(readings, 'certificate-form', service);
  const bits = readingForService(readings, 'key-bits', service);
  const [otherForm, otherBits] = [form === 'pem' ? 'json' : 'pem', bits === 2048 ? 4096 : 2048] as const;
  const took = `it took the ${service} certificate as ${forms[form]}, with a key of ${bits} bits, and could not go on`;
  const one = `{${service}: ${otherForm}}`;
  return `${took}: if it reads ${forms[otherForm]} alone, set readings.certificate-form to ${otherForm}, or to ${one}; if it takes keys of ${otherBits} bits alone, set readings.key-bits likewise`;
}

/** Whether it is a request of the client that was answered as it should be, by a service that plays no fault. */
function isTaken(each: Evidence): each is Exchange {
  return each.kind === undefined && each.response?.status === 200 && each.stimulus === undefined;
}

/** Whether a client has encrypted for a service: what goes to it is, but for the question for its key. */
function isEncrypted(each: Evidence, service: ServiceName): boolean {
  if (each.service !== service) return false;
  if (each.kind === undefined) return !beforehand.includes(intendedOperation(each));
  return each.kind === 'adapter answer' && each.facts.adapter?.outcome === 'result';
}
