import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import { listen } from '../../raw-server';
import type { Way } from '../../relay';
import { relay } from '../../relay';

/**
 * Puts a proxy in front of the callback URL of a provider.
 * @param way How the proxy passes on the answer to a callback.
 */
export function proxiedProvider(
  own: IntegratorHandlers,
  way: (callback: IncomingMessage) => Way,
): AdapterHandlers {
  const closing: (() => Promise<void>)[] = [];
  return {
    ...own,
    initialize: async (params) => {
      const about = await own.initialize(params);
      const { callbackUrl } = about;
      if (typeof callbackUrl !== 'string') return about;
      const proxy = await listen(
        createServer((request, response) => {
          relay(callbackUrl, way(request), request, response);
        }),
      );
      closing.push(proxy.close);
      return { ...about, callbackUrl: proxy.origin };
    },
    shutdown: async () => {
      await Promise.all(closing.map((close) => close()));
      return own.shutdown({});
    },
  };
}
