import type { BodyContext, BodyText } from '../../support/exchange/raw-exchange';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { keptJson } from '../../support/exchange/read-form';

export const bodyOf = (text: string): BodyText => ({
  text,
  bytes: Buffer.byteLength(text),
  arrived: Buffer.byteLength(text),
  binary: false,
  compressed: false,
});

/** A body of JSON as it is kept, and read again. */
export const keptBody = (body: unknown, about: BodyContext = {}, keeper = new ExchangeRedactor()): unknown =>
  keptJson(keeper.body(bodyOf(JSON.stringify(body)), about));
