import type { DiagnosisCheck } from '../../judging/results';

/** A line of the doctor's output: a check, or a warning. A warning does not change the exit code. */
export type DoctorLine = DiagnosisCheck | (Omit<DiagnosisCheck, 'state'> & { readonly state: 'warning' });

/** Names the Node that the command `node` of a target means. */
export const ownNodeName = `the suite's own Node ${process.versions.node}`;

export const goodLine = (name: string, detail: string): DoctorLine => ({ name, state: 'good', detail });
export const badLine = (name: string, detail: string): DoctorLine => ({ name, state: 'bad', detail });
export const unknownLine = (name: string, detail: string): DoctorLine => ({ name, state: 'unknown', detail });
export const warningLine = (name: string, detail: string): DoctorLine => ({ name, state: 'warning', detail });
