import { constants } from '../../contract/constants';
import type { Call, MockState } from '../seams';
import { readLoosely, stringsIn } from './loose-body';
import { withJsonBody } from './mend-headers';

/** The credentials of the account, where one of both was sent in some way: it is that client, and no stranger. */
export function mendSession(call: Call, { account }: MockState): Call {
  const { clientId, clientSecret } = account;
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  const sent = [
    ...stringsIn(readLoosely(call)).values(),
    ...Buffer.from(basic, 'base64').toString('utf8').split(':'),
  ];
  if (!sent.some((each) => each === clientId || each === clientSecret)) return call;
  return withJsonBody(call, { clientId, clientSecret, grantType: constants.grantType });
}
