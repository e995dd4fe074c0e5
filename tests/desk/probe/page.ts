import { effect } from '@preact/signals';
import { connection, onEvents, startStream } from '../../../support/desk/page/stream';
import type { DeskEvent } from '../../../support/desk/wire/events';

/** What the page of the probe keeps: the events that it heard, and how it stands. */
export interface Probe {
  heard: DeskEvent[];
  standing: string;
}

const probe: Probe = { heard: [], standing: '' };
Object.assign(globalThis, { probe });
onEvents((batch) => {
  probe.heard.push(...batch);
});
effect(() => {
  probe.standing = connection.value;
});
startStream();
