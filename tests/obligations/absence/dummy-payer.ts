import type { AbsenceRows } from './rows';

export const dummyPayerAbsences: AbsenceRows = {};
