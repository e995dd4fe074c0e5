import type { AbsenceRows } from './rows';

export const headersAbsences: AbsenceRows = {};
