import './listening';
import { lateView, type View } from './late-view';

/** A part of the page with an address of its own: the first part behind `#/`. */
export interface AreaView {
  readonly name: 'history' | 'inspect' | 'review' | 'run' | 'setup' | 'traffic';
  readonly View: View;
  /** Whether the navigation leads there. */
  readonly isListed: boolean;
}

export const areas: readonly AreaView[] = [
  {
    name: 'setup',
    View: lateView(async () => (await import('./setup/setup-view.tsx')).SetupView),
    isListed: true,
  },
  { name: 'run', View: lateView(async () => (await import('./run/run-view.tsx')).RunView), isListed: true },
  {
    name: 'inspect',
    View: lateView(async () => (await import('./inspect/view.tsx')).InspectView),
    isListed: false,
  },
  {
    name: 'traffic',
    View: lateView(async () => (await import('./traffic/traffic-view.tsx')).TrafficView),
    isListed: true,
  },
  {
    name: 'history',
    View: lateView(async () => (await import('./history/history-view.tsx')).HistoryView),
    isListed: true,
  },
  {
    name: 'review',
    View: lateView(async () => (await import('./review/review-view.tsx')).ReviewView),
    isListed: true,
  },
];
