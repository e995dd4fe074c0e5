import { serveStdio } from '../../../support/adapter/serve-stdio';
import { createIntegrator } from '../../../support/client/integrator';
import { publishedProvider } from '../payer/profile-providers';

// An adapter of a client that follows the published claims exchange.
void serveStdio(createIntegrator(publishedProvider), process.stdin, process.stdout);
