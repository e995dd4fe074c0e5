import { createServer } from 'node:http';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { HarmlessSubject } from '../../mutant';
import { listen } from '../../raw-server';
import { relay } from '../../relay';
import { harmlessIntegrator } from '../specimens';
import { integratorWith, payerTarget, stageClient } from '../stage';

/** Maps the statuses of the suite's own provider to others that mean the same. */
const otherStatuses: Readonly<Record<number, number>> = { 202: 200, 401: 403, 404: 410 };

/** A provider behind a proxy that answers callbacks with other statuses and without a body. */
function behindProxy(log: (line: string) => void): AdapterHandlers {
  const own = integratorWith({}, log);
  const closing: (() => Promise<void>)[] = [];
  return {
    ...own,
    initialize: async (params) => {
      const about = await own.initialize(params);
      const { callbackUrl } = about;
      if (typeof callbackUrl !== 'string') return about;
      const proxy = await listen(
        createServer((request, response) => {
          relay(
            callbackUrl,
            {
              status: (status) => otherStatuses[status] ?? status,
              headers: () => [['content-length', '0']],
              write: (_body, back) => back.end(),
            },
            request,
            response,
          );
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

/** Providers that answer callbacks in another way than the suite's own. */
export const harmlessCallbackProxies: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'callbacks-behind-a-proxy',
    'Accepted callbacks are answered 200 without a body, forged ones 403, and unknown ones 410.',
    { start: () => stageClient(behindProxy, payerTarget) },
  ),
];
