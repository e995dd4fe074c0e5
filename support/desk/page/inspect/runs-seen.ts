import { signal } from '@preact/signals';
import { onEvents } from '../stream';

/** How a run stands, and how many have ended since the page was loaded. */
export const running = signal<{ readonly isOn: boolean; readonly ended: number; readonly failed?: string }>({
  isOn: false,
  ended: 0,
});

onEvents((batch) => {
  for (const event of batch) {
    const { ended } = running.value;
    if (event.type === 'run.begun') running.value = { isOn: true, ended };
    if (event.type === 'run.finished') running.value = { isOn: false, ended: ended + 1 };
    if (event.type === 'run.failed') running.value = { isOn: false, ended: ended + 1, failed: event.message };
  }
});
