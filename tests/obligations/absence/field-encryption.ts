import type { AbsenceRows } from './rows';

export const fieldEncryptionAbsences: AbsenceRows = {};
