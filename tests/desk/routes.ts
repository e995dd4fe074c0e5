import type { TestContext } from 'node:test';
import fastify from 'fastify';
import { readAssets } from '../../support/desk/server/assets';
import { addPages } from '../../support/desk/server/pages';
import { addRoutes } from '../../support/desk/server/routes';
import { addStream } from '../../support/desk/server/stream';
import type { Desk } from '../../support/desk/start-desk';

export interface Route {
  readonly method: string;
  /** As it was written, as in `/report/:entry?`. */
  readonly url: string;
}

/** All that a desk answers to, for checks that hold for each of them. */
export async function routesOf(t: TestContext, { context }: Desk): Promise<Route[]> {
  const found: Route[] = [];
  const app = fastify();
  t.after(() => app.close());
  app.addHook('onRoute', ({ method, url }) => {
    found.push(...[method].flat().map((each) => ({ method: each, url })));
  });
  addStream(app, context.hub);
  addPages(app, context, { assets: readAssets(), strings: {} });
  addRoutes(app, context);
  await app.ready();
  return found.filter(({ method }) => method !== 'HEAD');
}

/** The address of a route, with a value in the place of each of its parts that change. */
export const addressOf = ({ url }: Route, value: string): string => url.replace(/:\w+\??/g, value);
