import { missingTwin } from '../../../support/obligations/judge/common-absences';
import { refusalBody } from '../exchanges';
import { answerWith, edit, replaceHeader, replaceInUrl } from '../integrator/edits';
import type { JourneyStep } from '../integrator/exchanges';
import { playSteps, requestCertificate, session, uuidOf } from '../integrator/exchanges';
import type { AbsenceRows } from './rows';
import { twinRow } from './twins';

const call = requestCertificate('identity');
const refused = edit(call, answerWith(401));

const identity = 'https://elsewhere.example/identity';
const redirected = edit(
  call,
  replaceHeader('REQUEST-ID', uuidOf(77)),
  replaceHeader('TIMESTAMP', '2026-11-21T09:29:59.000Z'),
  answerWith(307, {}, [['Location', identity]]),
);
const again = edit(
  call,
  replaceHeader('REQUEST-ID', uuidOf(77)),
  replaceHeader('TIMESTAMP', '2026-11-21T09:29:59.000Z'),
  replaceInUrl('certificate', 'certificate?x=1'),
);
const followed: JourneyStep = (at, n) => {
  const draft = redirected(at, n);
  const { response } = call(at, n);
  return { ...draft, ...(response && { response }), request: { ...draft.request, url: identity } };
};

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
    'the request that follows a redirect': {
      missing: playSteps([session(), redirected, again]),
      present: playSteps([session(), redirected, followed]),
    },
  },
  'HDR-08': {
    'the request that follows a redirect': {
      missing: playSteps([redirected, again], 3000),
      present: playSteps([redirected, followed], 3000),
    },
  },
  'HDR-09': {
    [missingTwin]: twinRow('session.create', 'stale-timestamp', {
      status: 400,
      body: refusalBody('stale'),
    }),
  },
};
