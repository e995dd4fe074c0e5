import { missingTwin } from '../../../support/obligations/judge/common-absences';
import { refusalBody } from '../exchanges';
import { answerWith, edit } from '../integrator/edits';
import { playSteps, requestCertificate, session } from '../integrator/exchanges';
import type { AbsenceRows } from './rows';
import { twinRow } from './twins';

const call = requestCertificate('identity');
const refused = edit(call, answerWith(401));

export const headersAbsences: AbsenceRows = {
  'HDR-01': {
    'the session of a token, and the acceptance of the request': {
      missing: playSteps([refused]),
      present: playSteps([session(), refused]),
    },
    'the session of a token that the service accepts': {
      missing: playSteps([call]),
      present: playSteps([session(), call]),
      // Traffic with the session differs only from traffic in which the service refused the token.
    },
  },
  'HDR-05': {
    'a second request that needs REQUEST-ID': {
      missing: playSteps([session()]),
      present: playSteps([session(), session(2)]),
    },
  },
  'HDR-09': {
    [missingTwin]: twinRow('session.create', 'stale-timestamp', {
      status: 400,
      body: refusalBody('stale'),
    }),
  },
};
