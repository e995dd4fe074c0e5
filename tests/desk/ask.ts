import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { TestContext } from 'node:test';
import type { Desk } from '../../support/desk/start-desk';
import { startTestDesk } from './browser';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A request as it is written, Host and Origin included: fetch would not send them otherwise. */
export function ask(
  url: URL,
  headers: Record<string, string> = {},
  method = 'GET',
  body: string | Buffer = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A desk that has been opened: what a browser has of it. */
export interface Opened {
  readonly desk: Desk;
  /** Its reports lie in a folder of this one. */
  readonly folder: string;
  /** The first address. */
  readonly first: URL;
  /** As it was set. */
  readonly set: string;
  readonly cookie: string;
  readonly at: (path: string) => URL;
}

/** A desk, and the cookie that its first address gives. */
export async function opened(t: TestContext): Promise<Opened> {
  const { desk, folder } = await startTestDesk(t);
  const first = new URL(desk.url);
  return { desk, folder, first, at: (path) => new URL(path, first.origin), ...(await cookieOf(first)) };
}

export async function cookieOf(first: URL): Promise<{ readonly set: string; readonly cookie: string }> {
  const { status, headers } = await ask(first);
  assert.equal(status, 303);
  const [set = ''] = headers['set-cookie'] ?? [];
  const [cookie = ''] = set.split(';');
  return { set, cookie };
}
