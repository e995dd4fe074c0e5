import type { Check } from '../../judging/results';

/** A line of the doctor's output: a check, or a warning. A warning does not change the exit code. */
export type DoctorLine = Check | (Omit<Check, 'state'> & { readonly state: 'warning' });

export const good = (name: string, detail: string): DoctorLine => ({ name, state: 'good', detail });
export const bad = (name: string, detail: string): DoctorLine => ({ name, state: 'bad', detail });
export const unknown = (name: string, detail: string): DoctorLine => ({ name, state: 'unknown', detail });
export const warning = (name: string, detail: string): DoctorLine => ({ name, state: 'warning', detail });
