import { createHash } from 'node:crypto';
import { documentedFormat, recordedFormat } from '../../../support/traffic/format-basis';
import type { HarTool } from './har';
import { responseBytes, base64, requestBytes, inZone, typeOf } from './har';

/** The requests come from a worker without an origin, since a page that has the client secret breaks TOK-04. */
export const chrome: HarTool = {
  basis: documentedFormat('Chrome DevTools source, front_end/models/har/Log.ts'),
  creator: { name: 'WebInspector', version: '537.36' },
  log: { pages: [] },
  http2: true,
  httpVersion: 'http/2.0',
  indent: 2,
  entry: () => ({
    _connectionId: '1',
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    connection: '443',
    serverIPAddress: '192.0.2.1',
    timings: {
      blocked: 1,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: 0,
      wait: 18,
      receive: 1,
      _blocked_queueing: 1,
    },
  }),
  response: (seen) => ({ bodySize: -1, _transferSize: responseBytes(seen).length + 100, _error: null }),
};

/** Chrome's default since version 130. */
export const chromeSanitized: HarTool = {
  ...chrome,
  basis: documentedFormat('Chrome DevTools, commit "Export sanitized HARs by default"'),
  leavesOut: /^(Authorization|Cookie)$/i,
};

export const firefox: HarTool = {
  basis: documentedFormat('Firefox source, netmonitor/src/har/har-builder.js'),
  creator: { name: 'Firefox', version: '132.0' },
  log: {
    browser: { name: 'Firefox', version: '132.0' },
    pages: [{ id: 'page_1', title: '', pageTimings: {} }],
  },
  startedDateTime: (at) => inZone(at),
  httpVersion: 'HTTP/2',
  indent: 2,
  entry: () => ({
    pageref: 'page_1',
    _securityState: 'secure',
    serverIPAddress: '192.0.2.1',
    connection: '443',
  }),
  postData: (seen) => ({
    mimeType: 'application/json',
    params: [],
    text: requestBytes(seen.request).toString(),
  }),
};

export const safari: HarTool = {
  basis: documentedFormat('WebKit source, Web Inspector, HARBuilder.js'),
  creator: { name: 'WebKit Web Inspector', version: '1.0' },
  log: { pages: [{ id: 'page_0', startedDateTime: '2026-11-21T00:00:00.000Z', title: '', pageTimings: {} }] },
  httpVersion: 'HTTP/2',
  entry: () => ({ pageref: 'page_0', _fetchType: 'Network Load', connection: '1' }),
  content: (seen) => ({ compression: 0, text: responseBytes(seen).toString() }),
};

export const playwrightEmbed: HarTool = {
  basis: recordedFormat('Playwright, which browser-har.slow.test.ts runs'),
  creator: { name: 'Playwright', version: '1.48.2' },
  log: { browser: { name: 'chromium', version: '130.0.6723.31' }, pages: [] },
  http2: true,
  httpVersion: 'HTTP/2.0',
  indent: 2,
  entry: () => ({ pageref: 'page@1', _serverPort: 443, _securityDetails: { protocol: 'TLS 1.3' } }),
  postData: (seen) =>
    requestBytes(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: requestBytes(seen.request).toString(), params: [] },
  content: (seen) =>
    typeOf(seen) === 'text/plain' ? { text: responseBytes(seen).toString() } : base64(responseBytes(seen)),
};

/** Leaves out bodies and their sizes. */
export const playwrightOmit: HarTool = {
  ...playwrightEmbed,
  basis: documentedFormat('Playwright docs, recordHar, content'),
  postData: (seen) =>
    requestBytes(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: '', params: [] },
  content: () => ({ size: -1 }),
  response: () => ({ bodySize: -1 }),
};

const fileOf = (body: Buffer, ending: string) => ({
  _file: `${createHash('sha1').update(body).digest('hex')}.${ending}`,
});

/** Writes each body to a separate file. */
export const playwrightAttach: HarTool = {
  ...playwrightEmbed,
  basis: documentedFormat('Playwright docs, recordHar, content'),
  postData: (seen) =>
    requestBytes(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: '', params: [], ...fileOf(requestBytes(seen.request), 'json') },
  content: (seen) => fileOf(responseBytes(seen), typeOf(seen) === 'text/plain' ? 'txt' : 'json'),
};
