import type { Exchange } from './exchange';

/** Whether a line of a recording has what every rule relies on. */
export function isExchange(value: unknown): value is Exchange {
  if (typeof value !== 'object' || value === null) return false;
  const { arrivedAt, sender, request, facts } = value as Readonly<Record<keyof Exchange, unknown>>;
  if (typeof arrivedAt !== 'number' || typeof sender !== 'string') return false;
  if (typeof facts !== 'object' || typeof request !== 'object' || request === null) return false;
  const { url, headers } = request as Readonly<Record<string, unknown>>;
  return typeof url === 'string' && Array.isArray(headers);
}
