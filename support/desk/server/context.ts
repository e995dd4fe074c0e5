import type { HandDesk } from './hand/hand-desk';
import type { Hub } from './hub';
import type { Secrets } from './secrets';

/** What the routes of the desk share. */
export interface DeskContext {
  readonly hub: Hub;
  /** Folder of the reports and their history. */
  readonly reports: string;
  /** The target file that is open; it need not be there yet. */
  targetFile: string;
  readonly secrets: Secrets;
  /** For what a page hands over; removed when the desk is closed. */
  readonly folder: string;
  /** Where a person is told what to do by hand. */
  readonly hand: HandDesk;
  /** Closes something when the desk is closed. */
  defer(close: () => Promise<void> | void): void;
}
