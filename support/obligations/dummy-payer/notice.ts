import { constants } from '../../contract/constants';
import { memberOf } from '../../contract/json';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody, readBody } from '../../exchange/exchange';
import { replaceFormsByChar } from '../../exchange/read-form';
import { judgesEachMessage } from '../judge/absences';
import { showRequest } from '../judge/answers';
import { describeSlips, bodyCauses } from '../judge/body-slips';
import { defineHome, requiredPlaces } from '../judge/home';
import type { RuleContext } from '../judge/judge';
import { keptJudgement } from '../judge/judge';
import { eachRequest } from '../judge/requests';

/** Matches a participant id: digits, `@` and a network suffix. */
const participantId = /^\d+@[^\s@]+$/;

const namesIn = ({ request }: Exchange, { participants }: RuleContext) => {
  const body = jsonBody(request);
  const providerId = memberOf(body, 'providerId');
  return {
    provider: typeof providerId === 'string' && participantId.test(replaceFormsByChar(providerId)),
    own: isOwn(String(providerId), participants?.provider),
    claim: typeof memberOf(body, 'claimNumber') === 'string',
  };
};

const isOwn = (id: string, named: string | undefined): boolean =>
  named === undefined ? !id.startsWith(`${constants.payerNumber}@`) : id === named;

const noticeCauses = {
  leftOut: 'providerId is left out, or is no text',
  ofBundles: 'the provider id of the bundles stands in place of the participant id',
  noSuffix: 'the network suffix of providerId is left out',
  empty: 'providerId is empty',
  blank: 'there is a blank in providerId, or beside it',
  severalAts: 'providerId has more than one @',
  noDigits: 'nothing precedes the @ of providerId',
  otherThanDigits: 'something else than a number precedes the @ of providerId',
  otherForm: 'providerId is no participant id: digits, @ and a network suffix',
  payer: 'the payer is named in place of the provider',
  another: 'providerId is that of another participant than the target has as its provider',
  claim: 'claimNumber is no text: it is left out, null or a number',
} as const;

function causeOfProvider(providerId: unknown): string {
  if (typeof providerId !== 'string') return noticeCauses.leftOut;
  const shape = replaceFormsByChar(providerId);
  if (providerId === constants.providerId) return noticeCauses.ofBundles;
  if (!participantId.test(shape)) return causeOfForm(shape);
  return providerId.startsWith(`${constants.payerNumber}@`) ? noticeCauses.payer : noticeCauses.another;
}

/** Returns the cause of a malformed participant id. */
function causeOfForm(shape: string): string {
  if (shape.trim() === '') return noticeCauses.empty;
  if (/\s/.test(shape)) return noticeCauses.blank;
  if (/^\d+@?$/.test(shape)) return noticeCauses.noSuffix;
  if (shape.split('@').length > 2) return noticeCauses.severalAts;
  if (shape.startsWith('@')) return noticeCauses.noDigits;
  return shape.includes('@') ? noticeCauses.otherThanDigits : noticeCauses.otherForm;
}

/** Clause 4.5: a payment notice names the provider and the claim. */
export const noticeNames = defineHome({
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
  latitude: {
    'another order of the members': 'triggers-written-otherwise',
    'v1 before the path': 'triggers-under-v1',
  },
  absences: judgesEachMessage,
  on: ['dummyPayer'],
  bothSides: true,
  tells: requiredPlaces('request body/providerId', 'request body/claimNumber'),
  reads: 'request',
  causes: [...bodyCauses, ...Object.values(noticeCauses)],
  judge: eachRequest((exchange, context) => {
    const { participants } = context;
    if (exchange.sender !== 'integrator' || intendedOperation(exchange) !== 'paymentNotice.init')
      return undefined;
    const { provider, own, claim } = namesIn(exchange, context);
    const [slip] = describeSlips(readBody(exchange.request), 'contract/payment-notice-init');
    if (provider && own && claim && slip === undefined) return keptJudgement;
    const body = jsonBody(exchange.request);
    const [providerId, claimNumber] = [memberOf(body, 'providerId'), memberOf(body, 'claimNumber')];
    return {
      breach: {
        sent: showRequest(exchange, 'which starts a payment notice'),
        expected: `providerId ${participants?.provider ?? 'digits, @ and a network suffix'}; claimNumber as a text, which may be empty`,
        seen: `${slip === undefined ? '' : `${slip.seen}; `}providerId ${JSON.stringify(providerId)}, claimNumber ${JSON.stringify(claimNumber)}`,
        cause: slip?.cause ?? (provider && own ? noticeCauses.claim : causeOfProvider(providerId)),
      },
    };
  }),
});
