import { serveStdio } from '../../../support/adapter/serve-stdio';
import { conformingSeams, createIntegrator } from '../../../support/client/integrator';
import { requireFhirBundle } from '../transfer/parsed';

/** An adapter that parses what it encrypts and decrypts: an exception that it does not catch ends its process. */
const { transfer } = conformingSeams;

function orEnd(text: string): string {
  try {
    return requireFhirBundle(text);
  } catch {
    process.exit(3);
  }
}

const handlers = createIntegrator({
  transfer: {
    ...transfer,
    bundle: {
      write: (text) => transfer.bundle.write(orEnd(text)),
      read: (plaintext) => orEnd(transfer.bundle.read(plaintext)),
    },
  },
});

void serveStdio(handlers, process.stdin, process.stdout);
