import { signal } from '@preact/signals';
import { onEvents } from '../stream';
import { afterHappening, nothingByHand } from './hand-state';

/** What is done by hand, as the server tells it. */
export const byHand = signal(nothingByHand);

onEvents((batch) => {
  let state = byHand.peek();
  for (const event of batch) {
    if (event.type === 'desk.begun' && event.area === 'hand') state = nothingByHand;
    if (event.type === 'hand.told') state = afterHappening(state, event.happening);
  }
  byHand.value = state;
});
