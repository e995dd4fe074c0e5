import { serveStdio } from '../../../support/adapter/serve-stdio';
import { createIntegrator } from '../../../support/client/integrator';
import { publishedProvider } from '../payer/profile-providers';

// An adapter of a client that follows what the claims exchange publishes.
void serveStdio(createIntegrator(publishedProvider), process.stdin, process.stdout);
