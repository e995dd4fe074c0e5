import { serveStdio } from '../../../support/adapter/serve-stdio';
import { createIntegrator } from '../../../support/client/integrator';

/** An adapter that exits when its first callback arrives. */
const handlers = createIntegrator({ verifier: () => process.exit(3) });

void serveStdio(handlers, process.stdin, process.stdout);
