import { constants } from '../../contract/constants';
import type { Call, MockState } from '../seams';
import { readLoosely, stringsIn } from './loose-body';
import { withJsonBody } from './mend-headers';

/** `approved` and `APPROVE` are meant for Approve; a cycle's id in capitals for that cycle. */
export function mendTrigger(call: Call, { cycles }: MockState): Call {
  const values = stringsIn(readLoosely(call));
  const id = values.get('correlationid') ?? '';
  const known = [id, id.toLowerCase(), id.trim()].find((each) => cycles.cycle(each) !== undefined);
  const action = constants.actions.find((each) => startsAlike(values.get('action'), each));
  const method = constants.methods.find((each) =>
    values.get('method')?.toLowerCase().includes(each.toLowerCase()),
  );
  return withJsonBody(call, {
    action: action ?? values.get('action'),
    method: method ?? values.get('method'),
    correlationId: known ?? id,
  });
}

/** By its first four letters: Query, queried; Reject, rejected; Approve, approval. */
function startsAlike(text: string | undefined, word: string): boolean {
  return text?.toLowerCase().startsWith(word.toLowerCase().slice(0, 4)) === true;
}

/** The provider's own id without its suffix is meant for the whole; a claim number may be left out. */
export function mendNotice(call: Call, { account }: MockState): Call {
  const values = stringsIn(readLoosely(call));
  const id = values.get('providerid') ?? '';
  const [, suffix = ''] = account.payer.split('@');
  const providerId = id.includes('@') ? id : `${id}@${suffix}`;
  return withJsonBody(call, { providerId, claimNumber: values.get('claimnumber') ?? '' });
}
