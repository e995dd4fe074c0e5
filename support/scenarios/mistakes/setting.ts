import { createRecording } from '../../exchange/recording';
import { ExchangeRedactor } from '../../exchange/exchange-redactor';

/** Where examples are recorded: what a run would record them with, and nothing else of one. */
export function newSetting() {
  const keeper = new ExchangeRedactor();
  return { recording: createRecording(), keeper, secrets: keeper.secrets };
}
