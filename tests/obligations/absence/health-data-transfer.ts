import type { AbsenceRows } from './rows';

export const healthDataTransferAbsences: AbsenceRows = {};
