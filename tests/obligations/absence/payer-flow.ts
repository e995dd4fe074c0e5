import type { AbsenceRows } from './rows';

export const payerFlowAbsences: AbsenceRows = {};
