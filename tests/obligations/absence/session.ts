import { missingTwin } from '../../../support/obligations/judge/common-absences';
import { refusalBody } from '../exchanges';
import type { AbsenceRows } from './rows';
import { twinRow } from './twins';

const wrongCredentials = twinRow('session.create', 'unknown-client', {
  status: 400,
  body: refusalBody('Invalid user credentials'),
});

export const sessionAbsences: AbsenceRows = {
  'SES-08': { [missingTwin]: wrongCredentials },
  'SES-09': { [missingTwin]: wrongCredentials },
};
