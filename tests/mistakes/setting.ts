import { createRecording } from '../../support/exchange/recording';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';

/** Where examples are recorded: what a run would record them with, and nothing else of one. */
export function newSetting() {
  const keeper = new ExchangeRedactor();
  return { recording: createRecording(), keeper, secrets: keeper.secrets };
}
