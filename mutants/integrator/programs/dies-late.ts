import { serveStdio } from '../../../support/adapter/serve-stdio';
import { conformingSeams, createIntegrator } from '../../../support/client/integrator';

/** An adapter whose process ends when it is asked for METHOD: node … dies-late.ts METHOD [uppercase] */
const [, , deadly, slip] = process.argv;
const { ids } = conformingSeams;

const own = createIntegrator({
  ...(slip === 'uppercase' && { ids: { ...ids, requestId: () => ids.requestId().toUpperCase() } }),
});

const handlers = Object.fromEntries(
  Object.entries(own).map(([method, handle]) => [method, method === deadly ? () => process.exit(3) : handle]),
);

void serveStdio(handlers, process.stdin, process.stdout);
