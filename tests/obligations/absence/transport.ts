import type { AbsenceRows } from './rows';

export const transportAbsences: AbsenceRows = {};
