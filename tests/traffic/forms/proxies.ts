import { documented } from '../../../support/traffic/format-basis';
import type { HarTool } from './har';
import { answerOf, base64, bytesOf, typeOf } from './har';

export const mitmproxy: HarTool = {
  basis: documented('mitmproxy source, mitmproxy/addons/savehar.py'),
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

/** ZAP writes response bodies in Base64 unless the content type is text. */
export const zap: HarTool = {
  basis: documented('ZAP source, HarUtils.java'),
  creator: { name: 'ZAP', version: '2.15.0' },
  startedDateTime: (at) => new Date(at).toISOString().replace('Z', '+00:00'),
  indent: 2,
  postData: (seen) => ({
    mimeType: 'application/json',
    params: [],
    text: bytesOf(seen.request).toString(),
    comment: '',
  }),
  content: (seen) =>
    typeOf(seen).startsWith('text') ? { text: answerOf(seen).toString() } : base64(answerOf(seen)),
  entry: () => ({ _zapMessageId: '1', _zapMessageNote: '', _zapMessageType: '1' }),
};

export const httpToolkit: HarTool = {
  basis: documented('HTTP Toolkit source, src/model/http/har.ts'),
  creator: { name: 'HTTP Toolkit', version: '1.19.2' },
  log: {
    pages: [{ startedDateTime: '2026-11-21T00:00:00.000Z', id: 'httptoolkit', title: '', pageTimings: {} }],
  },
  indent: 2,
  entry: () => ({ pageref: 'httptoolkit' }),
};
