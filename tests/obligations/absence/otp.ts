import type { AbsenceRows } from './rows';

export const otpAbsences: AbsenceRows = {};
