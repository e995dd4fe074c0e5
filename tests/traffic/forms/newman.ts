import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { recordedFormat } from '../../../support/traffic/format-basis';
import type { TrafficFormat, WrittenJson } from './har';
import { responseBytes, requestBytes } from './har';

const keyed = (headers: HeaderList, more: WrittenJson = {}): WrittenJson[] =>
  headers.map(([key, value]) => ({ key, value, ...more }));

/** Returns an execution as newman 6.2 writes it. */
export function executionOf(seen: WireRecord, at: number): WrittenJson {
  const { method, headers } = seen.request;
  const url = new URL(seen.request.url);
  const body = requestBytes(seen.request).toString();
  const own = headers.filter(
    ([name]) => !/^(Host|User-Agent|Accept|Accept-Encoding|Content-Length)$/.test(name),
  );
  const added = headers.filter((header) => !own.includes(header));
  return {
    cursor: {
      ref: `ref-${at}`,
      length: 9,
      cycles: 1,
      position: at,
      iteration: 0,
      httpRequestId: `request-${at}`,
    },
    item: {
      id: `item-${at}`,
      name: `Request ${at}`,
      request: { url: '{{gateway}}', method, header: [] },
      event: [],
    },
    request: {
      url: {
        protocol: url.protocol.slice(0, -1),
        path: url.pathname.slice(1).split('/'),
        host: url.hostname.split('.'),
        query: [],
        variable: [],
      },
      header: [
        ...keyed(own),
        { disabled: true, key: 'X-CM-ID', value: 'prod' },
        ...keyed(added, { system: true }),
        { key: 'Postman-Token', value: `00000000-0000-4000-8000-00000000000${at}`, system: true },
      ],
      method,
      ...(body !== '' && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: answeredOf(seen, at),
    id: `item-${at}`,
    assertions: [{ assertion: 'it is answered', skipped: false }],
  };
}

function answeredOf(seen: WireRecord, at: number): WrittenJson {
  const body = responseBytes(seen);
  return {
    id: `response-${at}`,
    status: 'OK',
    code: seen.response?.status,
    header: keyed(seen.response?.headers ?? []),
    stream: { type: 'Buffer', data: [...body] },
    cookie: [],
    responseTime: seen.answeredAt - seen.arrivedAt,
    responseSize: body.length,
  };
}

/** Returns newman's report of the executions, indented as newman indents it. */
export function reportOf(
  executions: readonly WrittenJson[],
  timings: WrittenJson,
  more: WrittenJson = {},
): string {
  const report = {
    collection: { info: { name: 'gateway' }, item: [] },
    environment: { id: 'e', values: [] },
    globals: { id: 'g', values: [] },
    run: { stats: {}, timings, executions, transfers: { responseTotal: 0 }, failures: [], error: null },
    ...more,
  };
  return JSON.stringify(report, undefined, 2);
}

export const newmanForm: TrafficFormat = {
  basis: recordedFormat('newman 6.2.1, one POST with its JSON reporter'),
  write: newman,
};

export function newman(seen: readonly WireRecord[]): string {
  const [started = 0, completed = 0] = [seen[0]?.arrivedAt, seen.at(-1)?.answeredAt];
  return reportOf(seen.map(executionOf), {
    responseAverage: 20,
    started: started - 300,
    completed: completed + 40,
  });
}
