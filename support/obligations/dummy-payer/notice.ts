import { bare } from '../../exchange/read-form';
import type { Exchange } from '../../exchange/exchange';
import { home } from '../judge/home';
import { needed } from '../judge/places';
import { constants } from '../../contract/constants';
import { intended, jsonBody } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { RuleContext } from '../judge/judge';
import { kept } from '../judge/judge';
import { eachRequest } from '../judge/requests';
import { memberOf } from '../../contract/json';

const namesIn = ({ request }: Exchange, { participants }: RuleContext) => {
  const body = jsonBody(request);
  const providerId = memberOf(body, 'providerId');
  return {
    provider: typeof providerId === 'string' && /^\d+@\S+$/.test(bare(providerId)),
    own: isOwn(String(providerId), participants?.provider),
    claim: typeof memberOf(body, 'claimNumber') === 'string',
  };
};

const isOwn = (id: string, named: string | undefined): boolean =>
  named === undefined ? !id.startsWith(`${constants.payerNumber}@`) : id === named;

const likely = {
  leftOut: 'providerId is left out, or is no text',
  ofBundles: 'the provider id of the bundles stands in place of the participant id',
  noSuffix: 'the network suffix of providerId is left out',
  noDigits: 'providerId does not begin with digits and @: a name stands there, or the number is left out',
  payer: 'the payer is named in place of the provider',
  another: 'providerId is that of another participant than the target has as its provider',
  claim: 'claimNumber is no text: it is left out, null or a number',
} as const;

function causeOfProvider(providerId: unknown): string {
  if (typeof providerId !== 'string') return likely.leftOut;
  const shape = bare(providerId);
  if (providerId === constants.providerId) return likely.ofBundles;
  if (/^\d+@?$/.test(shape)) return likely.noSuffix;
  if (!/^\d+@\S+$/.test(shape)) return likely.noDigits;
  return providerId.startsWith(`${constants.payerNumber}@`) ? likely.payer : likely.another;
}

/** Clause 4.5: who the provider is, and which claim is meant. */
export const noticeNames = home({
  id: 'DPY-05',
  clauses: ['4.5'],
  quote:
    'providerId | string | provider participant id, numeric part followed by @ and a network suffix | | claimNumber | ' +
    'string | may be an empty string',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'A payment notice names provider and claim',
  rule:
    'providerId is the own id of the provider: digits, then @, then a network suffix. claimNumber is ' +
    'a string, and an empty one is allowed.',
  on: ['dummyPayer'],
  bothSides: true,
  tells: needed('request body/providerId', 'request body/claimNumber'),
  reads: 'request',
  causes: Object.values(likely),
  judge: eachRequest((exchange, context) => {
    const { participants } = context;
    if (exchange.sender !== 'integrator' || intended(exchange) !== 'paymentNotice.init') return undefined;
    const { provider, own, claim } = namesIn(exchange, context);
    if (provider && own && claim) return kept;
    const body = jsonBody(exchange.request);
    const [providerId, claimNumber] = [memberOf(body, 'providerId'), memberOf(body, 'claimNumber')];
    return {
      breach: {
        sent: showRequest(exchange, 'which starts a payment notice'),
        expected: `providerId ${participants?.provider ?? 'digits, @ and a network suffix'}; claimNumber as a text, which may be empty`,
        seen: `providerId ${JSON.stringify(providerId)}, claimNumber ${JSON.stringify(claimNumber)}`,
        cause: provider && own ? likely.claim : causeOfProvider(providerId),
      },
    };
  }),
});
