import type { ComponentType } from 'preact';
import { t } from './strings';

/** A part of the page with an address of its own: the first part behind `#/`. */
export interface AreaView {
  readonly name: 'history' | 'inspect' | 'review' | 'run' | 'setup' | 'traffic';
  /** Shown for the rest of the address. */
  readonly View: ComponentType<{ readonly rest: readonly string[] }>;
  /** Whether the navigation leads there. */
  readonly isListed: boolean;
}

/** What has no view yet. */
const placeholder = (name: AreaView['name']): AreaView => ({
  name,
  View: () => <h1>{t(`${name}.title`)}</h1>,
  isListed: name !== 'inspect',
});

export const areas: readonly AreaView[] = [
  placeholder('setup'),
  placeholder('run'),
  placeholder('inspect'),
  placeholder('traffic'),
  placeholder('history'),
  placeholder('review'),
];
