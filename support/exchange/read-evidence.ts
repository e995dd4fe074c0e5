import type { AdapterAnswer, Evidence, LogLine } from './evidence';
import type { Exchange } from './exchange';

/** What a line of a recording holds; `undefined` where it lacks what every rule relies on. */
export function evidenceIn(value: unknown): Evidence | undefined {
  if (isExchange(value)) return value.request.method === 'RESULT' ? fromEarlier(value) : value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, arrivedAt, method, facts } = value as Readonly<Record<string, unknown>>;
  if (typeof arrivedAt !== 'number' || typeof facts !== 'object' || facts === null) return undefined;
  const isWhole = kind === 'log line' || (kind === 'adapter answer' && typeof method === 'string');
  return isWhole ? (value as AdapterAnswer | LogLine) : undefined;
}

export function isExchange(value: unknown): value is Exchange {
  if (typeof value !== 'object' || value === null) return false;
  const { arrivedAt, sender, request, facts } = value as Readonly<Record<keyof Exchange, unknown>>;
  if (typeof arrivedAt !== 'number' || typeof sender !== 'string') return false;
  if (typeof facts !== 'object' || typeof request !== 'object' || request === null) return false;
  const { url, headers } = request as Readonly<Record<string, unknown>>;
  return typeof url === 'string' && Array.isArray(headers);
}

/** Earlier recordings hold everything as an exchange: what crossed no wire went to `adapter:/field.encrypt/item-7`. */
function fromEarlier(exchange: Exchange): AdapterAnswer | LogLine {
  const { sender, subject, answeredAt, request, facts: known, ...others } = exchange;
  const [method = '', item] = request.url.replace('adapter:/', '').split('/');
  const { scheme, loopback, ...facts } = known;
  if (method === 'log') return { ...others, kind: 'log line', facts };
  return {
    ...others,
    kind: 'adapter answer',
    method,
    ...(item !== undefined && { item }),
    ...(request.body && { body: request.body }),
    facts: facts,
  };
}
