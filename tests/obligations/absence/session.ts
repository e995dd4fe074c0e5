import type { AbsenceRows } from './rows';

export const sessionAbsences: AbsenceRows = {};
