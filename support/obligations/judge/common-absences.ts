import type { Absence } from './absences';

/** What is missing if no request without the mistake under test was accepted. */
export const missingTwin = 'an accepted valid twin of the request with a mistake';

/** What is missing if no OTP was accepted. */
export const missingAcceptedOtp = 'an OTP that the service accepts';

/** What is missing if no transfer was carried out. */
export const missingTransfer = 'a transfer that was carried out';

/** The verdict if something that only a run can bring about is missing: nothing can be judged. */
export const openInRun: Absence = { run: 'inconclusive', mock: 'not judged', traffic: 'not judged' };

/** The verdict if an act that only a run can bring about is missing: nothing was exercised. */
export const untestedInRun: Absence = { run: 'not-tested', traffic: 'not judged' };

/** The verdict if an act is missing that traffic can show, too: nothing was exercised. */
export const untested: Absence = { run: 'not-tested', traffic: 'not-tested' };
