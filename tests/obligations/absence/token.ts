import type { AbsenceRows } from './rows';

export const tokenAbsences: AbsenceRows = {};
