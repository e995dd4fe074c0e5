import type { TestContext } from 'node:test';
import type { Desk, DeskOptions } from '../../support/desk/start-desk';
import { startTestDesk } from './browser';

/** An answer of the desk, as it came. */
export interface Answer<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

/** A desk that is asked as its page would. */
export interface AskedDesk {
  readonly desk: Desk;
  readonly folder: string;
  readonly ask: <Body = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<Body>>;
}

/** Opens a desk for one test, and asks it with the cookie and the origin of its page. */
export async function askedDesk(t: TestContext, options: Partial<DeskOptions> = {}): Promise<AskedDesk> {
  const { desk, folder } = await startTestDesk(t, options);
  const { origin } = new URL(desk.url);
  const { headers } = await fetch(desk.url, { redirect: 'manual' });
  const [cookie = ''] = headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  return {
    desk,
    folder,
    async ask(method, path, body) {
      const response = await fetch(new URL(path, origin), {
        method,
        headers: { cookie, origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: JSON.parse(text) as never };
    },
  };
}
