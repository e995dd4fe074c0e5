import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { root } from '../cli/conform';

export const logs = join(root, 'examples/logs');

export const url = 'http://gateway.example:8000/api/hiecm/gateway/v3/sessions?a=1';
export const at = Date.parse('2026-11-20T08:30:00.125Z');

/** A line as Kong's own documentation shows it, with what file-log.yml adds. */
export const ofKong = {
  latencies: { kong: 3, proxy: 15, request: 18, receive: 0 },
  service: { host: 'service.example', port: 8081, protocol: 'http' },
  client_ip: '192.0.2.7',
  upstream_uri: '/api/hiecm/gateway/v3/sessions?a=1',
  upstream_status: '200',
  started_at: at,
  source: 'upstream',
  request: {
    method: 'POST',
    uri: '/api/hiecm/gateway/v3/sessions?a=1',
    url,
    size: 412,
    querystring: { a: '1' },
    headers: {
      host: 'gateway.example:8000',
      authorization: 'REDACTED',
      'request-id': '9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718',
      'x-two': ['1', '2'],
      'content-length': '52',
    },
  },
  response: { status: 200, size: 311, headers: { 'content-type': 'application/json' } },
  'x-original-authorization': 'Bearer a.b.c',
};

/** A line as Traefik's own documentation names its fields, with all headers kept. */
export const ofTraefik = {
  ClientAddr: '192.0.2.7:40120',
  ClientHost: '192.0.2.7',
  DownstreamStatus: 200,
  Duration: 18_250_000,
  OriginStatus: 200,
  RequestAddr: 'gateway.example:8000',
  RequestContentSize: 52,
  RequestHost: 'gateway.example',
  RequestMethod: 'POST',
  RequestPath: '/api/hiecm/gateway/v3/sessions?a=1',
  RequestScheme: 'http',
  StartUTC: '2026-11-20T08:30:00.125000123Z',
  'downstream_Content-Type': 'application/json',
  'origin_Content-Type': 'application/json',
  request_Authorization: 'Bearer a.b.c',
  'request_X-Cm-Id': 'sbx',
  level: 'info',
  msg: '',
  time: '2026-11-20T08:30:00Z',
};

type Template = string | { readonly [name: string]: Template };

/**
 * What Envoy makes of a template, as its documentation says: a command alone keeps its type, null where it has no
 * value.
 */
function rendered(template: Template, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template !== 'string')
    return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, rendered(each, values)]));
  const valueOf = (command: string): unknown => {
    assert.ok(command in values || /^RE[QS]P?\([\w-]+\)$/.test(command), command);
    return values[command] ?? null;
  };
  const alone = /^%([^%]+)%$/.exec(template)?.[1];
  if (alone !== undefined) return valueOf(alone);
  return template.replace(/%([^%]+)%/g, (_, command: string) => String(valueOf(command)));
}

interface EnvoyConfiguration {
  static_resources: {
    listeners: {
      filter_chains: {
        filters: {
          typed_config: { access_log: { typed_config: { log_format: { json_format: Template } } }[] };
        }[];
      }[];
    }[];
  };
}

export function ofEnvoy(values: Readonly<Record<string, unknown>>): unknown {
  const { static_resources: all } = parse(
    readFileSync(join(logs, 'envoy/envoy.yaml'), 'utf8'),
  ) as EnvoyConfiguration;
  const format =
    all.listeners[0]?.filter_chains[0]?.filters[0]?.typed_config.access_log[0]?.typed_config.log_format
      .json_format;
  assert.ok(format !== undefined);
  return rendered(format, {
    START_TIME: '2026-11-20T08:30:00.125Z',
    DURATION: 18,
    RESPONSE_FLAGS: '-',
    BYTES_RECEIVED: 52,
    DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT: '192.0.2.7',
    'REQ(:METHOD)': 'POST',
    'REQ(:SCHEME)': 'http',
    'REQ(:AUTHORITY)': 'gateway.example:8000',
    'REQ(X-ENVOY-ORIGINAL-PATH?:PATH)': '/api/hiecm/gateway/v3/sessions?a=1',
    'REQ(Authorization)': 'Bearer a.b.c',
    RESPONSE_CODE: 200,
    'RESP(Content-Type)': 'application/json',
    ...values,
  });
}

/** An exchange as each gateway logs it. */
export const logging: Readonly<Record<string, (seen: WireRecord) => unknown>> = {
  kong: ({ arrivedAt, answeredAt, request, response }) => {
    const headers = headersOf(request);
    const { authorization } = headers;
    return {
      ...ofKong,
      started_at: arrivedAt,
      latencies: { request: answeredAt - arrivedAt },
      request: {
        method: request.method,
        url: request.url,
        headers: { ...headers, ...(authorization && { authorization: 'REDACTED' }) },
      },
      response: { status: response?.status, headers: Object.fromEntries(response?.headers ?? []) },
      'x-original-authorization': authorization,
    };
  },
  traefik: ({ arrivedAt, answeredAt, request, response }) => {
    const { host, pathname, search } = new URL(request.url);
    return {
      ...{ ClientHost: '192.0.2.7', StartUTC: new Date(arrivedAt).toISOString() },
      Duration: (answeredAt - arrivedAt) * 1e6,
      RequestMethod: request.method,
      ...{ RequestScheme: 'https', RequestAddr: host, RequestPath: pathname + search },
      ...prefixed('request_', Object.entries(headersOf(request))),
      DownstreamStatus: response?.status,
      ...prefixed('downstream_', response?.headers ?? []),
    };
  },
  envoy: ({ arrivedAt, answeredAt, request, response }) => {
    const { host, pathname, search } = new URL(request.url);
    return ofEnvoy({
      START_TIME: new Date(arrivedAt).toISOString(),
      DURATION: answeredAt - arrivedAt,
      'REQ(:METHOD)': request.method,
      'REQ(:SCHEME)': 'https',
      'REQ(:AUTHORITY)': host,
      'REQ(X-ENVOY-ORIGINAL-PATH?:PATH)': pathname + search,
      BYTES_RECEIVED: request.body?.length ?? 0,
      'REQ(Authorization)': null,
      ...Object.fromEntries(request.headers.map(([name, value]) => [`REQ(${name})`, value])),
      RESPONSE_CODE: response?.status,
    });
  },
};

const headersOf = ({ headers, body }: WireRecord['request']): Record<string, string> => ({
  ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  ...(body !== undefined && { 'content-length': String(body.length) }),
});

const prefixed = (prefix: string, headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.map(([name, value]) => [prefix + name, value]));
