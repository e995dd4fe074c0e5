import { documentedFormat } from '../../../support/traffic/format-basis';
import type { HarTool } from './har';
import { responseBytes, base64, requestBytes, typeOf } from './har';

export const mitmproxy: HarTool = {
  basis: documentedFormat('mitmproxy source, mitmproxy/addons/savehar.py'),
  creator: { name: 'mitmproxy', version: '11.0.0', comment: '' },
  log: { pages: [] },
  startedDateTime: (at) => new Date(at).toISOString().replace('Z', '000+00:00'),
  indent: 4,
  entry: () => ({
    serverIPAddress: '192.0.2.1',
    timings: { connect: -1, ssl: -1, send: 0, receive: 0, wait: 20 },
  }),
  postData: (seen) =>
    requestBytes(seen.request).length === 0
      ? undefined
      : { mimeType: 'application/json', text: requestBytes(seen.request).toString(), params: [] },
  content: (seen) => ({ compression: 0, text: responseBytes(seen).toString() }),
};

/** ZAP writes response bodies in Base64 unless the content type is text. */
export const zap: HarTool = {
  basis: documentedFormat('ZAP source, HarUtils.java'),
  creator: { name: 'ZAP', version: '2.15.0' },
  startedDateTime: (at) => new Date(at).toISOString().replace('Z', '+00:00'),
  indent: 2,
  postData: (seen) => ({
    mimeType: 'application/json',
    params: [],
    text: requestBytes(seen.request).toString(),
    comment: '',
  }),
  content: (seen) =>
    typeOf(seen).startsWith('text') ? { text: responseBytes(seen).toString() } : base64(responseBytes(seen)),
  entry: () => ({ _zapMessageId: '1', _zapMessageNote: '', _zapMessageType: '1' }),
};

export const httpToolkit: HarTool = {
  basis: documentedFormat('HTTP Toolkit source, src/model/http/har.ts'),
  creator: { name: 'HTTP Toolkit', version: '1.19.2' },
  log: {
    pages: [{ startedDateTime: '2026-11-21T00:00:00.000Z', id: 'httptoolkit', title: '', pageTimings: {} }],
  },
  indent: 2,
  entry: () => ({ pageref: 'httptoolkit' }),
};
