import { signal } from '@preact/signals';
import type { DeskEvent } from '../../wire/events';
import type { DoctorLine } from '../../wire/setup';
import { call } from '../call';
import { onEvents } from '../stream';

/** What the doctor has said so far. */
export const lines = signal<readonly DoctorLine[]>([]);
export const isExamining = signal(false);
/** Whether it has come to its end. */
export const isExamined = signal(false);
/** Which text of the target it looked at. */
export const examinedText = signal(0);
/** What kept it from an end. */
export const doctorTrouble = signal<{ readonly message: string; readonly hint?: string } | undefined>(
  undefined,
);

/** Whether it was stopped before its end. */
export const isStopped = signal(false);

export const beginDoctor = (): Promise<void> => call.post('/api/doctor');
export const stopDoctor = (): Promise<void> => call.post('/api/doctor/stop');

onEvents((batch: readonly DeskEvent[]) => {
  for (const event of batch) take(event);
});

function take(event: DeskEvent): void {
  if (event.type === 'desk.begun' && event.area === 'setup') begin(false);
  else if (event.type === 'setup.doctor-begun') {
    begin(true);
    examinedText.value = event.textRevision;
  } else if (event.type === 'setup.doctor-line') lines.value = [...lines.value, event.line];
  else if (event.type === 'setup.doctor-ended') {
    isExamining.value = false;
    isExamined.value = true;
    isStopped.value = event.isStopped === true;
    doctorTrouble.value = event.trouble;
  }
}

function begin(isNow: boolean): void {
  lines.value = [];
  isExamining.value = isNow;
  isExamined.value = false;
  isStopped.value = false;
  doctorTrouble.value = undefined;
}
