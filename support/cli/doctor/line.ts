import type { Check } from '../../judging/results';

/** A check, or a warning about something that does not fail the doctor's checks now. */
export type DoctorLine = Check | (Omit<Check, 'state'> & { readonly state: 'warning' });

export const good = (name: string, detail: string): DoctorLine => ({ name, state: 'good', detail });
export const bad = (name: string, detail: string): DoctorLine => ({ name, state: 'bad', detail });
export const unknown = (name: string, detail: string): DoctorLine => ({ name, state: 'unknown', detail });
export const warning = (name: string, detail: string): DoctorLine => ({ name, state: 'warning', detail });
