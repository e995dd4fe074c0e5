import { createRecording } from '../../support/exchange/recording';
import { Keeper } from '../../support/exchange/keep';

/** Where examples are recorded: what a run would record them with, and nothing else of one. */
export function newSetting() {
  const keeper = new Keeper();
  return { recording: createRecording(), keeper, secrets: keeper.secrets };
}
