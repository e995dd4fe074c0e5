import type { AbsenceRows } from './rows';

export const certificateAbsences: AbsenceRows = {};
