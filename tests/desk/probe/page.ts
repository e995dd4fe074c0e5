import { effect } from '@preact/signals';
import { connection, onEvents, startStream } from '../../../support/desk/page/stream';
import type { DeskEvent } from '../../../support/desk/wire/events';

/** What the page of the probe keeps: the events that it heard, how it stands, and tasks that took long. */
export interface Probe {
  heard: DeskEvent[];
  standing: string;
  longest: number;
}

const probe: Probe = { heard: [], standing: '', longest: 0 };
Object.assign(globalThis, { probe });
onEvents((batch) => {
  probe.heard.push(...batch);
});
effect(() => {
  probe.standing = connection.value;
});
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) probe.longest = Math.max(probe.longest, duration);
}).observe({ type: 'longtask', buffered: true });
startStream();
