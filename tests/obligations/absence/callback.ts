import type { AbsenceRows } from './rows';

export const callbackAbsences: AbsenceRows = {};
