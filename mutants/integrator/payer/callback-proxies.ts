import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, payerTarget, stageClient } from '../stage';
import { proxiedProvider } from './proxied-provider';

/** Maps the statuses of the suite's own provider to others that mean the same. */
const otherStatuses: Readonly<Record<number, number>> = { 202: 200, 401: 403, 404: 410 };

/** A provider behind a proxy that answers callbacks with other statuses and without a body. */
const behindProxy = (log: WriteLogLine): AdapterHandlers =>
  proxiedProvider(integratorWith({}, log), () => ({
    status: (status) => otherStatuses[status] ?? status,
    headers: () => [['content-length', '0']],
    write: (_body, back) => back.end(),
  }));

/** Providers that answer callbacks in another way than the suite's own. */
export const harmlessCallbackProxies: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'callbacks-behind-a-proxy',
    'Accepted callbacks are answered 200 without a body, forged ones 403, and unknown ones 410.',
    { start: () => stageClient(behindProxy, payerTarget) },
  ),
];
