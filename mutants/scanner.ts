import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

/** Requests that scanners send to public addresses. No party to a run sends them. */
const requests: readonly (readonly [method: string, path: string, type?: string, body?: string])[] = [
  ['POST', '/wp-login.php', 'application/x-www-form-urlencoded', 'log=admin&pwd=letmein1&wp-submit=Log+In'],
  ['GET', '/favicon.ico'],
  ['GET', '/'],
  ['GET', '/.env'],
  ['HEAD', '/robots.txt'],
  ['POST', '/cgi-bin/luci', 'application/json', '{"jsonrpc":"2.0","method":"login","params":["root",""]}'],
  ['POST', '/xmlrpc.php', 'text/xml', '<?xml version="1.0"?><methodCall/>'],
  ['GET', '/v2/_catalog'],
  ['GET', '/api/v1/users?id=1%27'],
  ['POST', '/v1/chat/completions', 'application/json', '{"model":"x","messages":[]}'],
  ['POST', '/', 'application/octet-stream', '\u0000\u0001\u0002'],
];

/** Scans an address, some paths twice; resolves to the statuses of the answers, 0 for none. */
export async function scan(url: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const request of [...requests, ...requests.slice(0, 3)]) statuses.push(await send(url, request));
  return statuses;
}

/** Scanners care for no certificate. */
function send(url: string, [method, path, type, body]: (typeof requests)[number]): Promise<number> {
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const options = { method, headers, agent: false, rejectUnauthorized: false };
  return new Promise((resolve) => {
    request(url + path, options, (response) => {
      response.resume().once('close', () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .once('error', () => {
        resolve(0);
      })
      .end(body);
  });
}
