import { createRecording } from '../../exchange/recording';
import { Keeper } from '../../exchange/keep';

/** Where examples are recorded: what a run would record them with, and nothing else of one. */
export function newBench() {
  const keeper = new Keeper();
  return { recording: createRecording(), keeper, secrets: keeper.secrets };
}
