import { defineParameterType } from '@cucumber/cucumber';
import { memberPattern, readMember } from '../support/scenarios/matchers/members';
import { operations } from '../support/contract/operations';
import { defaultReadings } from '../support/contract/readings';
import { constants } from '../support/contract/constants';
import { memberWordsPattern, readMemberWords, requestKinds } from '../support/scenarios/matchers/requests';

/** Returns a pattern that matches any of these names in quotation marks. */
const quoted = (names: readonly string[]): RegExp => new RegExp(names.map((name) => `"${name}"`).join('|'));
const bare = (text: string): string => text.slice(1, -1);

const headers = [
  'Authorization',
  'REQUEST-ID',
  'TIMESTAMP',
  'X-CM-ID',
  'Content-Type',
  'Accept',
  'bearer_auth',
  'X-HIP-ID',
  'X-HIU-ID',
];

defineParameterType({
  name: 'header',
  regexp: quoted(headers),
  transformer: bare,
});

/** Matches a service that publishes a certificate for encrypting fields. */
defineParameterType({
  name: 'service',
  regexp: quoted(['identity', 'registry']),
  transformer: bare,
});

/**
 * Sorts names by length, so that a regular expression tries a long name before a shorter name that is its
 * prefix.
 */
const longestFirst = (names: readonly string[]): readonly string[] =>
  [...names].sort((one, other) => other.length - one.length);

/** Matches a kind of request, in the singular or plural: `v3 request`, `v3 requests`. */
const kinds = longestFirst(Object.keys(requestKinds));
defineParameterType({
  name: 'requests',
  regexp: new RegExp(kinds.map((kind) => kind.replace('request', 'requests?')).join('|')),
  transformer: (text: string) => kinds.find((kind) => text.replace('requests', 'request') === kind),
});

defineParameterType({ name: 'method', regexp: /GET|POST/, transformer: (text: string) => text });
defineParameterType({ name: 'status', regexp: /[1-5]\d\d/, transformer: Number });
defineParameterType({ name: 'mistake', regexp: /\S.*/, transformer: (text: string) => text });

/** Matches a member of a JSON body: `"grantType": "client_credentials"`, `"expiresIn" as an integer`. */
defineParameterType({ name: 'member', regexp: memberPattern, transformer: readMember });

/**
 * The paths of all operations, without the leading slash. For an operation without a documented path, the
 * list contains the default of the reading that sets its path.
 */
const paths = [
  ...operations.map(({ path }) => path),
  ...(['plan-answer', 'eligibility-answer', 'payment-prompt', 'payment-ack'] as const).map(
    (id) => defaultReadings[id],
  ),
].map((path) => path.slice(1));
defineParameterType({
  name: 'operation',
  regexp: quoted(paths.map((path) => path.replaceAll(/[{}]/g, '\\$&'))),
  transformer: (text: string) => `/${bare(text)}`,
});

/** Defines a parameter type that maps each phrase of the features to a value. */
function oneOf<Value>(name: string, meanings: Readonly<Record<string, Value>>): void {
  const transformer = (text: string): Value | undefined => meanings[text];
  defineParameterType({ name, regexp: new RegExp(Object.keys(meanings).join('|')), transformer });
}

/** Returns the words in quotation marks, as in `"approved" or "queried"`. */
const alternatives = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
defineParameterType({ name: 'words', regexp: /"[a-z]+"(?: or "[a-z]+")?/, transformer: alternatives });

/** Matches one header, or either of two: `"X-HIP-ID" or "X-HIU-ID"`. */
const header = quoted(headers).source;
defineParameterType({
  name: 'headers',
  regexp: new RegExp(`(?:${header})(?: or (?:${header}))?`),
  transformer: alternatives,
});

oneOf('payerRequest', {
  'an insurance plan request': 'plan',
  'an eligibility check': 'eligibility',
  'a preauthorization': 'preauth',
  'a claim': 'claim',
});
oneOf('decides', { approves: 'approved', rejects: 'rejected', decides: 'decided' });
oneOf('decided', { approved: 'approved', rejected: 'rejected', decided: 'decided' });
oneOf('laterTurn', { trigger: 'trigger', reply: 'reply' });
oneOf('payerData', { 'plan data': 'plan-data', 'eligibility data': 'eligibility-data' });
oneOf('bundleNumber', { 'provider id': 'providerId', 'policy number': 'policyNumber' });
defineParameterType({ name: 'action', regexp: quoted(constants.actions), transformer: bare });
defineParameterType({ name: 'triggerMethod', regexp: quoted(constants.methods), transformer: bare });
/** Matches the allowed values of a member, as in `"Approve", "Reject" or "Query"`. */
defineParameterType({ name: 'memberWords', regexp: memberWordsPattern, transformer: readMemberWords });
