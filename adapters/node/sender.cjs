// Written from ../typescript/sender.mts, for Node 18 and newer. Keep it as it is, beside your adapter.
'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.sender = sender;
exports.unexpected = unexpected;
// Sends HTTP requests and trusts the suite's CA certificate. Use this file, or see here how to give that
// certificate to your own HTTP client.
const node_http_1 = require('node:http');
const node_https_1 = require('node:https');
const consumers_1 = require('node:stream/consumers');
const gateway_adapter_cjs_1 = require('./gateway-adapter.cjs');
const mostMs = 20_000; // for one request including its response
/**
 * Returns a function that sends requests. The function trusts only the given CA certificate (PEM), or Node's
 * default CAs if none is given. This does not affect other requests of the process. (`fetch` cannot do this:
 * it has no option for a CA.) Does not follow redirects, so that a token never goes to another host.
 */
function sender(caCertificate) {
  const http = new node_http_1.Agent({ keepAlive: true });
  const https = new node_https_1.Agent({ keepAlive: true, ca: caCertificate });
  return async ({ method, url, headers, body }) => {
    const { protocol, origin, host, pathname } = new URL(url);
    const secure = protocol === 'https:';
    const [open, agent] = secure ? [node_https_1.request, https] : [node_http_1.request, http];
    const options = { method, headers, agent, signal: AbortSignal.timeout(mostMs) };
    try {
      const reply = await new Promise((resolve, reject) => {
        const request = open(url, options, (response) => {
          const { statusCode: status = 0, headers } = response;
          (0, consumers_1.text)(response).then((body) => {
            resolve({ status, headers, body, ok: status >= 200 && status < 300, members: membersOf(body) });
          }, reject);
        });
        request.on('error', reject);
        request.end(body);
      });
      (0, gateway_adapter_cjs_1.log)(`${method} ${origin}${pathname} ${reply.status}`);
      return reply;
    } catch (error) {
      (0, gateway_adapter_cjs_1.log)(
        `${method} ${origin}${pathname} ${(0, gateway_adapter_cjs_1.nameOf)(error)}`,
      );
      throw new gateway_adapter_cjs_1.Failure(
        `${host} gave no answer: ${(0, gateway_adapter_cjs_1.nameOf)(error)}`,
      );
    }
  };
}
function membersOf(body) {
  try {
    const value = JSON.parse(body);
    return (0, gateway_adapter_cjs_1.isObject)(value) ? value : {};
  } catch {
    return {};
  }
}
/**
 * Returns the Failure to throw if a service answers with an error. It contains only the status and the error
 * code, because messages in error bodies may quote values that were sent.
 */
function unexpected(service, { status, body }) {
  const code = /"code"\s*:\s*"([A-Za-z][\w-]{0,30})/.exec(body)?.[1];
  return new gateway_adapter_cjs_1.Failure(
    `the ${service} answered ${status}${code === undefined ? '' : `, code ${code}`}`,
  );
}
