import assert from 'node:assert/strict';
import type { UiEvent } from '../../support/ui/api';
import type { OpenedUi } from './open';

/** The last that is told of a kind, once it is as wanted. */
export async function waitForUiEvent<Type extends UiEvent['type']>(
  { follow, said }: OpenedUi,
  type: Type,
  isIt: (event: Extract<UiEvent, { type: Type }>) => boolean,
): Promise<Extract<UiEvent, { type: Type }>> {
  const reader = follow();
  const last = () =>
    reader.events.findLast((each): each is Extract<UiEvent, { type: Type }> => each.type === type);
  await reader.until(() => {
    const event = last();
    return event !== undefined && isIt(event);
  });
  await reader.end();
  said.push(JSON.stringify(reader.events));
  return last() ?? assert.fail();
}
