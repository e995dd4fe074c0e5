import type { WireRecord } from '../../support/exchange/raw-exchange';

/** How a gateway writes its log, where gateways differ. */
interface LogHabit {
  /** Headers as an object of names, and not as pairs. */
  readonly named?: true;
  /** Bodies in Base64. */
  readonly base64?: true;
  /** Times in milliseconds. */
  readonly milliseconds?: true;
}

/** A traffic log (`schemas/traffic-line.schema.json`) of what went through. */
export function trafficLogOf(seen: readonly WireRecord[], habit: LogHabit = {}): string {
  return seen.map((each) => `${JSON.stringify(lineOf(each, habit))}\n`).join('');
}

function lineOf({ arrivedAt, answeredAt, source, request, response }: WireRecord, habit: LogHabit): object {
  return {
    startedAt: habit.milliseconds === true ? arrivedAt : new Date(arrivedAt).toISOString(),
    durationMs: answeredAt - arrivedAt,
    ...(source !== undefined && { client: { address: source } }),
    request: { method: request.method, url: request.url, ...contentOf(request, habit) },
    ...(response && { response: { status: response.status, ...contentOf(response, habit) } }),
  };
}

function contentOf(
  { headers, body }: Pick<WireRecord['request'], 'headers' | 'body'>,
  { named, base64 }: LogHabit,
): Record<string, unknown> {
  const coding = base64 === true ? ('base64' as const) : ('utf8' as const);
  return {
    headers: named === true ? Object.fromEntries(headers) : headers,
    ...(body && { [base64 === true ? 'bodyBase64' : 'body']: body.toString(coding) }),
  };
}
