import type { HarTool } from './har';
import { answerOf, base64, bytesOf, inZone } from './har';

export const mitmproxy: HarTool = {
  creator: { name: 'mitmproxy', version: '11.0.0', comment: '' },
  log: { pages: [] },
  startedDateTime: (at) => new Date(at).toISOString().replace('Z', '000+00:00'),
  indent: 4,
  entry: () => ({
    serverIPAddress: '192.0.2.1',
    timings: { connect: -1, ssl: -1, send: 0, receive: 0, wait: 20 },
  }),
  postData: (seen) =>
    bytesOf(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: bytesOf(seen.request).toString(), params: [] },
  content: (seen) => ({ compression: 0, text: answerOf(seen).toString() }),
};

/** A body of a type without a charset is in Base64, and nothing says so of that of a request. */
export const charles: HarTool = {
  creator: { name: 'Charles Proxy', version: '4.6.7' },
  startedDateTime: (at) => inZone(at, 3),
  entry: () => ({
    serverIPAddress: '192.0.2.1',
    timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait: 19, receive: 1 },
  }),
  postData: (seen) =>
    bytesOf(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: bytesOf(seen.request).toString('base64') },
  content: (seen) => base64(answerOf(seen)),
  response: () => ({ _charlesStatus: 'COMPLETE', statusText: null, redirectURL: null, headersSize: 0 }),
};

export const fiddler: HarTool = {
  creator: { name: 'Fiddler', version: '5.0.20245.10105', comment: 'https://fiddler2.com' },
  log: { pages: [] },
  startedDateTime: (at) => inZone(at, 7),
  mark: true,
  entry: () => ({ comment: '[#1]', connection: 'ClientPort:50312;EgressPort:50314' }),
  postData: (seen) =>
    bytesOf(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', params: [], text: bytesOf(seen.request).toString() },
  content: (seen) => ({ compression: 0, text: answerOf(seen).toString() }),
};

export const burp: HarTool = {
  creator: { name: 'Burp Suite Professional', version: '2024.9' },
  postData: (seen) => ({ mimeType: 'application/json', text: bytesOf(seen.request).toString() }),
  content: (seen) => base64(answerOf(seen)),
};

export const zap: HarTool = {
  creator: { name: 'ZAP', version: '2.15.0' },
  startedDateTime: (at) => new Date(at).toISOString().replace('Z', '+00:00'),
  indent: 2,
  postData: (seen) => ({
    mimeType: 'application/json',
    params: [],
    text: bytesOf(seen.request).toString(),
    comment: '',
  }),
  content: (seen) => ({ compression: 0, text: answerOf(seen).toString(), comment: '' }),
  entry: () => ({ cache: { beforeRequest: null, afterRequest: null }, _zapMessageId: 1, _zapMessageType: 1 }),
};

export const proxyman: HarTool = {
  creator: { name: 'Proxyman', version: '5.9.0' },
  entry: () => ({
    comment: '',
    _isHTTPS: true,
    _name: '',
    _isIntercepted: true,
    serverIPAddress: '192.0.2.1',
  }),
  content: (seen) => base64(answerOf(seen)),
};

export const httpToolkit: HarTool = {
  creator: { name: 'HTTP Toolkit', version: '1.19.2' },
  log: {
    pages: [{ startedDateTime: '2026-11-21T00:00:00.000Z', id: 'httptoolkit', title: '', pageTimings: {} }],
  },
  indent: 2,
  entry: () => ({ pageref: 'httptoolkit' }),
};

/** A client that exports its history: only what a user typed, and no sizes. */
export const insomnia: HarTool = {
  creator: { name: 'Insomnia REST Client', version: 'insomnia.desktop.app:v10.1.1' },
  leavesOut: /^(Host|User-Agent|Accept|Accept-Encoding|Content-Length)$/,
  indent: 2,
  request: () => ({ bodySize: -1, settingEncodeUrl: true }),
  response: () => ({ bodySize: -1 }),
};
