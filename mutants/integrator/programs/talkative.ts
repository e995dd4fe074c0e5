import { serveStdio } from '../../../support/adapter/serve-stdio';
import { conformingSeams, createIntegrator } from '../../../support/client/integrator';

const { bodies } = conformingSeams;

/** An adapter that keeps the contract on the wire, and tells everything to its log. */
const talkative = createIntegrator({
  bodies: {
    ...bodies,
    otp: (given, seal) => {
      process.stderr.write(`integrator: verifying ${JSON.stringify(given)}\n`);
      return bodies.otp(given, seal);
    },
  },
});

void serveStdio(talkative, process.stdin, process.stdout);
