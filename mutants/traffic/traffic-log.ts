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

/** The headers and the body of a message in a log. */
export interface LoggedMessage {
  readonly headers:
    | Readonly<Record<string, string | readonly string[]>>
    | readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly bodyBase64?: string;
}

/** A line of a traffic log (`schemas/traffic-line.schema.json`). */
export interface TrafficLine {
  readonly startedAt: string | number;
  readonly durationMs?: number;
  readonly client?: { readonly address: string };
  readonly kept?: readonly string[];
  readonly request: LoggedMessage & { readonly method: string; readonly url: string };
  readonly response?: LoggedMessage & { readonly status: number };
}

/** A traffic log (`schemas/traffic-line.schema.json`) of what went through. */
export function trafficLogOf(seen: readonly WireRecord[], habit: LogHabit = {}): string {
  return seen.map((each) => `${JSON.stringify(trafficLineOf(each, habit))}\n`).join('');
}

/** The line of one exchange. */
export function trafficLineOf(
  { arrivedAt, answeredAt, source, request, response }: WireRecord,
  habit: LogHabit = {},
): TrafficLine {
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
): LoggedMessage {
  const coding = base64 === true ? ('base64' as const) : ('utf8' as const);
  return {
    headers: named === true ? Object.fromEntries(headers) : headers,
    ...(body && { [base64 === true ? 'bodyBase64' : 'body']: body.toString(coding) }),
  };
}
