import type { ComponentType } from 'preact';
import { HistoryView } from './history/history-view';
import { InspectView } from './inspect/view';
import { ReviewView } from './review/review-view';
import { RunView } from './run/run-view';
import { SetupView } from './setup/setup-view';
import { TrafficView } from './traffic/traffic-view';

/** A part of the page with an address of its own: the first part behind `#/`. */
export interface AreaView {
  readonly name: 'history' | 'inspect' | 'review' | 'run' | 'setup' | 'traffic';
  /** Shown for the rest of the address. */
  readonly View: ComponentType<{ readonly rest: readonly string[] }>;
  /** Whether the navigation leads there. */
  readonly isListed: boolean;
}

export const areas: readonly AreaView[] = [
  { name: 'setup', View: SetupView, isListed: true },
  { name: 'run', View: RunView, isListed: true },
  { name: 'inspect', View: InspectView, isListed: false },
  { name: 'traffic', View: TrafficView, isListed: true },
  { name: 'history', View: HistoryView, isListed: true },
  { name: 'review', View: ReviewView, isListed: true },
];
