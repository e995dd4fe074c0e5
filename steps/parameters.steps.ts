import { defineParameterType } from '@cucumber/cucumber';
import { changePattern, readChange } from '../support/scenarios/examples/change';
import { answerKinds } from '../support/scenarios/examples/scenes';
import { memberPattern, readMember } from '../support/scenarios/turns/members';
import { requestKinds } from '../support/scenarios/turns/requests';

/** A name of the wire in quotation marks. */
const quoted = (names: readonly string[]): RegExp => new RegExp(names.map((name) => `"${name}"`).join('|'));
const bare = (text: string): string => text.slice(1, -1);

const headers = [
  'Authorization',
  'REQUEST-ID',
  'TIMESTAMP',
  'X-CM-ID',
  'Content-Type',
  'X-HIP-ID" or "X-HIU-ID',
  'X-HIP-ID',
  'X-HIU-ID',
];

defineParameterType({
  name: 'header',
  regexp: quoted(headers),
  transformer: (text: string) => text.replaceAll('"', ''),
});

defineParameterType({
  name: 'service',
  regexp: quoted(['gateway', 'identity', 'registry', 'dummyPayer', 'provider']),
  transformer: bare,
});

/** One or many: `v3 request`, `v3 requests`. */
const kinds = Object.keys(requestKinds).sort((one, other) => other.length - one.length);
defineParameterType({
  name: 'requests',
  regexp: new RegExp(kinds.map((kind) => kind.replace(/(request|verification)/, '$1s?')).join('|')),
  transformer: (text: string) => kinds.find((kind) => text.replace(/(request|verification)s/, '$1') === kind),
});

defineParameterType({ name: 'method', regexp: /GET|POST/, transformer: (text: string) => text });
/** `401`, or `400 to 499`. */
defineParameterType({
  name: 'status',
  regexp: /[1-5]\d\d(?: to [1-5]\d\d)?/,
  transformer: (text: string) => {
    const [lowest, highest = lowest] = text.split(' to ').map(Number);
    return [lowest, highest];
  },
});
defineParameterType({
  name: 'served',
  regexp: /access token|certificate/,
  transformer: (text: string) => text,
});
defineParameterType({ name: 'mistake', regexp: /\S.*/, transformer: (text: string) => text });
defineParameterType({ name: 'remark', regexp: /\S.*/, transformer: (text: string) => text });

/** A member of a JSON body: `"grantType": "client_credentials"`, `"expiresIn" as an integer`. */
defineParameterType({ name: 'member', regexp: memberPattern, transformer: readMember });

/** What is judged in an example: a request of a client, or the answer of a service. */
defineParameterType({
  name: 'message',
  regexp: new RegExp([...kinds, ...answerKinds].join('|')),
  transformer: (text: string) => text,
});

/** The one thing that is wrong in it. */
defineParameterType({ name: 'change', regexp: changePattern, transformer: readChange });
