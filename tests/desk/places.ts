import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Strings } from '../../support/desk/server/strings';
import type { Finished } from '../report/embedded-run';
import { keptRun } from '../runs/kept';
import type { OpenedDesk } from './browser';
import { openDesk } from './browser';
import { askedAboutMistakes, endedRun, heldRun, someTraffic, waitingByHand } from './states';

/** A state of the page that can be reached without a subject. */
export interface Place {
  readonly name: string;
  /** As in `#/run`. */
  readonly to: string;
  /** Whether the desk has the report of a self-test. */
  readonly hasReport?: true;
  /** What is done there, until the state has come. */
  readonly act?: (opened: OpenedDesk) => Promise<void>;
  /** Nothing but a question can be reached. */
  readonly isModal?: true;
}

/** All of them: a view that is added has its lines here, and is held to what holds for each. */
export const places: readonly Place[] = [
  { name: 'nothing at an address', to: '#/nowhere' },
  { name: 'set up', to: '#/setup' },
  { name: 'set up, with mistakes, and a question', to: '#/setup', act: askedAboutMistakes, isModal: true },
  { name: 'run', to: '#/run' },
  { name: 'a run that is held', to: '#/run', act: heldRun },
  { name: 'a run that has ended', to: '#/run', act: endedRun },
  { name: 'an act that is waited for', to: '#/run', act: waitingByHand },
  { name: 'look into it, without a report', to: '#/inspect/latest' },
  { name: 'look into it', to: '#/inspect/latest', hasReport: true },
  { name: 'an obligation', to: '#/inspect/latest/SES-01', hasReport: true },
  { name: 'an exchange', to: '#/inspect/latest/exchange/1', hasReport: true },
  { name: 'two exchanges', to: '#/inspect/latest/compare/1/2', hasReport: true },
  { name: 'traffic', to: '#/traffic' },
  { name: 'traffic, with exchanges', to: '#/traffic', act: someTraffic },
  { name: 'history, without a report', to: '#/history' },
  { name: 'history', to: '#/history', hasReport: true },
  { name: 'the trend', to: '#/history/trend', hasReport: true },
  { name: 'exceptions', to: '#/history/exceptions' },
  { name: 'packs', to: '#/history/verify' },
  { name: 'review, without a report', to: '#/review' },
  { name: 'review', to: '#/review', hasReport: true },
];

let finished: Promise<Finished> | undefined;

/** A run of a few obligations, with the same report for all. */
const report = (): Promise<Finished> => (finished ??= keptRun('few'));

export interface Surroundings {
  readonly strings?: Strings;
  readonly context?: BrowserContextOptions;
}

/** A desk at that place, once it has come to rest. */
export async function openPlace(t: TestContext, place: Place, about: Surroundings = {}): Promise<OpenedDesk> {
  const reports = place.hasReport && (await report()).folder;
  const opened = await openDesk(t, { to: place.to, ...about, ...(reports && { reports }) });
  opened.page.setDefaultTimeout(15_000);
  await untilAtRest(opened.page);
  if (place.act !== undefined) {
    await place.act(opened);
    await untilAtRest(opened.page);
  }
  return opened;
}

/** Until nothing of the page changes any more. The stream of events never ends: no browser takes it for idle. */
async function untilAtRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const seen = globalThis as { atRest?: string };
      const before = seen.atRest;
      seen.atRest = document.body.innerHTML;
      return seen.atRest === before && document.querySelector('[aria-busy=true]') === null;
    },
    undefined,
    { polling: 200 },
  );
}
