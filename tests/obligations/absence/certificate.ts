import { missingTwin } from '../../../support/obligations/judge/common-absences';
import {
  asSeenByProxy,
  edit,
  fromInstance,
  rejectCiphertext,
  replaceAskedCall,
  replaceFieldFact,
  unopened,
} from '../integrator/edits';
import { playSteps, requestCertificate, session, verifyOtp } from '../integrator/exchanges';
import type { JourneyStep } from '../integrator/exchanges';
import type { AbsenceRows } from './rows';
import { twinRow } from './twins';

const fetch = requestCertificate('registry');
/** A fetch that the suite did not ask for. */
const unasked = edit(fetch, replaceAskedCall('otp.verify', 'registry'));
const rejected = edit(verifyOtp(), rejectCiphertext);
const otps = [verifyOtp(), verifyOtp(), verifyOtp()];
const afterRejection = [session(), fetch, rejected];

/** The exchanges as a mock records them: it has the keys of its services, and does not know the process of a client. */
const atMock = (...steps: readonly JourneyStep[]) =>
  playSteps(steps.map((step) => edit(step, fromInstance())));

/** A value that no key of the suite opens. */
const ofUnknownKey = edit(verifyOtp(), unopened({ padding: 'unknown' }));

export const certificateAbsences: AbsenceRows = {
  'CRT-03': { [missingTwin]: twinRow('certificate.identity', 'no-authorization', { status: 401 }) },
  'CRT-07': {
    'a request for the certificate before three values': {
      missing: playSteps([session(), ...otps]),
      present: playSteps([session(), fetch, ...otps]),
    },
    'an error of another service, after which the client fetches all certificates': {
      missing: playSteps([session(), fetch, verifyOtp(), unasked, verifyOtp(), verifyOtp()]),
      present: playSteps([session(), fetch, rejected, unasked, verifyOtp(), verifyOtp()]),
      complete: playSteps([
        session(),
        fetch,
        requestCertificate('identity'),
        verifyOtp(),
        unasked,
        verifyOtp(),
        verifyOtp(),
      ]).map(asSeenByProxy),
    },
    'a third encrypted value': {
      missing: playSteps([session(), fetch, verifyOtp(), verifyOtp()]),
      present: playSteps([session(), fetch, ...otps]),
    },
  },
  'CRT-08': {
    'a request for the certificate after a rejection': {
      missing: playSteps([...afterRejection, verifyOtp()]),
      present: playSteps([...afterRejection, fetch, verifyOtp()]),
      trafficMissing: atMock(...afterRejection, verifyOtp()),
      mixed: atMock(...afterRejection, fetch, verifyOtp(), rejected, verifyOtp()),
      complete: atMock(...afterRejection, verifyOtp(), verifyOtp(), verifyOtp()),
    },
  },
  'CRT-09': {
    'a certificate with the key that encrypted a field': {
      missing: playSteps([session(), fetch, ofUnknownKey]),
      present: playSteps([
        session(),
        fetch,
        edit(ofUnknownKey, replaceFieldFact({ key: 'registry', ownKey: true, padding: 'oaep-sha1' })),
      ]),
      trafficMissing: atMock(session(), fetch, ofUnknownKey),
    },
  },
};
