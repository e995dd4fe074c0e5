import type { BodyAbout, BodyText } from '../../support/exchange/raw-exchange';
import { Keeper } from '../../support/exchange/keep';
import { keptJson } from '../../support/exchange/read-form';

export const bodyOf = (text: string): BodyText => ({
  text,
  bytes: Buffer.byteLength(text),
  arrived: Buffer.byteLength(text),
  binary: false,
  compressed: false,
});

/** A body of JSON as it is kept, and read again. */
export const keptBody = (body: unknown, about: BodyAbout = {}, keeper = new Keeper()): unknown =>
  keptJson(keeper.body(bodyOf(JSON.stringify(body)), about));
