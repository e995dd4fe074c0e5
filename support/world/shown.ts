import type { IWorld } from '@cucumber/cucumber';
import type { Sent } from '../exchange/evidence';
import { nameSent, showSent } from '../exchange/show';

/** So many exchanges are attached to one step, and so many breaches told by it. */
export const shownAtOnce = 3;

/** Attaches exchanges, as they were recorded: the page of Cucumber tells the story with its evidence. */
export function attachSent(
  { attach, log }: Pick<IWorld, 'attach' | 'log'>,
  exchanges: readonly Sent[],
): void {
  if (exchanges.length === 0) log('not seen in this run');
  for (const each of exchanges.slice(0, shownAtOnce))
    attach(showSent(each), { mediaType: 'text/plain', fileName: nameSent(each) });
  const more = exchanges.length - shownAtOnce;
  if (more > 0) log(`and ${more} more like it`);
}
