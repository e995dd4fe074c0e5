import { When } from '@cucumber/cucumber';
import type { Run } from '../support/run/run';
import {
  foreignCertificateJourney,
  refusedTokenJourney,
  unavailableFor,
} from '../support/scenarios/integrator/fault-journeys';
import {
  paddingRejectionJourney,
  rotatedKeyJourney,
  sha256Journey,
  shortTokenJourney,
} from '../support/scenarios/integrator/stimulus-journeys';
import { sentUnder } from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

/**
 * Returns a step that runs the integrator while a service has a fault. The step adds to the scene the
 * requests of each client process that encountered the fault.
 * @param name the name of the fault in the recording
 */
const meets = (play: (run: Run) => Promise<void>, name: string) =>
  async function (this: ConformWorld): Promise<void> {
    await play(this.run);
    this.select(sentUnder(this.sentByIntegrator, name));
  };

When(
  'the gateway answers the next session request with 503',
  meets(unavailableFor('session'), 'unavailable'),
);

When(
  'the service answers the next certificate request with 503',
  meets(unavailableFor('certificate'), 'unavailable'),
);

When('the service answers the next fields with 503', meets(unavailableFor('fields'), 'unavailable'));

When('the service answers the next OTP with 503', meets(unavailableFor('otp'), 'unavailable'));

When('a token that lives two seconds has expired', meets(shortTokenJourney, 'short-token'));

When('a service answers 401 to a token that has not expired', meets(refusedTokenJourney, 'token-refused'));

When(
  'the service rejects one ciphertext as undecryptable',
  meets(paddingRejectionJourney, 'padding-rejection'),
);

When('the service changes its key between two values', meets(rotatedKeyJourney, 'rotated-key'));

When('the service takes OAEP with SHA-256 only', meets(sha256Journey, 'sha256-only'));

When(
  'the services present a certificate that the integrator cannot verify',
  meets(foreignCertificateJourney, 'foreign-certificate'),
);
