import { randomUUID } from 'node:crypto';
import type { ObligationId } from '../../support/obligations';
import { resolveReadings } from '../../support/contract/readings';
import { jweBodyType } from '../../support/crypto/jose/jwe';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { MockRequest } from '../../support/mock/seams';
import type { JweAlgorithms } from '../envelopes';
import { encryptToKey, encryptToStranger, rsaOaepSha1, aes128Gcm } from '../envelopes';
import type { HarmlessSubject, Mutant } from '../mutant';
import { harmlessService, serviceMutant } from '../mutant';
import { editAllReplies } from '../replies';
import { agreed, stageMock } from '../stage';

type Wrap = PayerSeams['wrap'];

const sealing =
  (how: JweAlgorithms): Wrap =>
  async (plain, _envelope, key) => ({
    headers: {},
    body: { payload: await encryptToKey(plain, how, key) },
  });

/** Seals messages with that resource in another way. */
const sealingAll =
  (type: string) =>
  (seal: Wrap): Wrap =>
  (plain, ...given) =>
    JSON.stringify(plain.bundle).includes(`"${type}"`)
      ? seal(plain, ...given)
      : conformingPayer.wrap(plain, ...given);

const sealingDecisions = sealingAll('ClaimResponse');
const sealingPrompts = sealingAll('PaymentNotice');
const sealingQueries = sealingAll('CommunicationRequest');

/** Bundle and headers as they are. */
const inPlain: Wrap = (plain, _envelope, key) => conformingPayer.wrap(plain, 'json', key);

const junk: Wrap = () => Promise.resolve({ headers: {}, body: { payload: 'junk' } });

const forStranger: Wrap = async (plain) => ({
  headers: {},
  body: { payload: await encryptToStranger(plain, rsaOaepSha1) },
});

const start = (payer: Partial<PayerSeams>) => () => stageMock({ seams: { payer } });

function paying(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  payer: Partial<PayerSeams>,
): Mutant {
  return serviceMutant(name, breaks, story, start(payer));
}

/** Payers whose envelope is right, or whose headers can be read, and who err (CBK-01, FLW-12 to 15). */
export const payerEnvelopeMutants: readonly Mutant[] = [
  paying(
    'correlation-id-renewed-in-rsa-oaep',
    ['CBK-01', 'DPY-08', 'FLW-12', 'FLW-13', 'FLW-14'],
    'Each message gets an id of its own, in an envelope of RSA-OAEP.',
    { wrap: sealing(rsaOaepSha1), correlationId: () => randomUUID() },
  ),
  paying(
    'correlation-id-renewed-in-strange-envelope',
    ['CBK-01', 'DPY-08', 'FLW-12', 'FLW-13', 'FLW-14'],
    'Each message gets an id of its own, in an envelope that no reading offers.',
    { wrap: sealing(aes128Gcm), correlationId: () => randomUUID() },
  ),
  paying(
    'decisions-sealed-for-another-key',
    ['FLW-12', 'FLW-13'],
    'Decisions are encrypted to the key of last year.',
    { wrap: sealingDecisions(forStranger) },
  ),
  paying('queries-sealed-for-another-key', ['FLW-13'], 'Queries are encrypted to the key of last year.', {
    wrap: sealingQueries(forStranger),
  }),
  paying('prompts-sealed-for-another-key', ['FLW-15'], 'Prompts are encrypted to the key of last year.', {
    wrap: sealingPrompts(forStranger),
  }),
  paying('prompts-are-junk', ['FLW-15'], 'A test of the connection was left in.', {
    wrap: sealingPrompts(junk),
  }),
  agreed(
    ['envelope'],
    paying(
      'payer-in-plain',
      ['FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
      'Nothing is encrypted in the sandbox, although that was not agreed on.',
      { wrap: inPlain },
    ),
  ),
  agreed(
    ['envelope'],
    paying('decisions-in-plain', ['FLW-12', 'FLW-13'], 'The job that decides is older than the envelope.', {
      wrap: sealingDecisions(inPlain),
    }),
  ),
  agreed(
    ['envelope'],
    paying('prompts-in-plain', ['FLW-15'], 'The job that prompts is older than the envelope.', {
      wrap: sealingPrompts(inPlain),
    }),
  ),
  paying(
    'strange-decisions-on-another-path',
    ['DPY-08', 'FLW-12', 'FLW-13'],
    'The path is wrong, and that shows without a key.',
    {
      wrap: sealingDecisions(sealing(aes128Gcm)),
      path: (step, ...rest) =>
        step === 'approved' || step === 'rejected'
          ? '/v1/claim/on_decision'
          : conformingPayer.path(step, ...rest),
    },
  ),
];

const withOwnType: Wrap = async (...given) => {
  const { headers, body } = await conformingPayer.wrap(...given);
  return { headers, body: { type: 'message', ...body } };
};

const hasType = ({ rawBody }: MockRequest): boolean => rawBody.includes(`"${jweBodyType}"`);

/** Refuses the messages of a provider that have the member `type` beside `payload`. */
const refusingType = editAllReplies((reply, call) =>
  hasType(call) ? { status: 400, body: { error: { code: 'SVC-1400', message: 'Unknown member' } } } : reply,
);

/** Payers whose envelope is as good as the usual one. */
export const harmlessPayerEnvelopes: readonly HarmlessSubject[] = [
  harmlessService('payer-with-rsa-oaep', 'The envelope has RSA-OAEP, with SHA-1.', () =>
    stageMock({ tls: true, seams: { payer: { wrap: sealing(rsaOaepSha1) } } }),
  ),
  harmlessService('payer-without-type', 'Bodies hold payload alone, and the target says nothing of it.', () =>
    stageMock({ tls: true, readings: resolveReadings({ 'callback-body': 'bare' }) }),
  ),
  {
    ...harmlessService(
      'payer-refuses-type-unsaid',
      'Messages with a member besides payload are refused, and the target does not say so.',
      () => stageMock({ tls: true, seams: refusingType }),
    ),
    except: {
      'DPY-08': 'inconclusive',
      'FLW-12': 'inconclusive',
      'FLW-13': 'inconclusive',
      'FLW-14': 'inconclusive',
      'CBK-01': 'inconclusive',
      'CBK-02': 'inconclusive',
    },
  },
  harmlessService('payer-with-another-type', 'Bodies have a type of their own beside payload.', () =>
    stageMock({ tls: true, seams: { payer: { wrap: withOwnType } } }),
  ),
  {
    ...harmlessService(
      'payer-in-plain-unsaid',
      'Bundles travel as they are, and the target says nothing of it.',
      () => stageMock({ tls: true, seams: { payer: { wrap: inPlain } } }),
    ),
    except: {
      'FLW-12': 'inconclusive',
      'FLW-13': 'inconclusive',
      'FLW-14': 'inconclusive',
      'FLW-15': 'inconclusive',
    },
  },
  {
    ...harmlessService(
      'payer-with-strange-envelope',
      'The envelope has A128GCM, which no reading offers.',
      () => stageMock({ tls: true, seams: { payer: { wrap: sealing(aes128Gcm) } } }),
    ),
    except: {
      'FLW-12': 'inconclusive',
      'FLW-13': 'inconclusive',
      'FLW-14': 'inconclusive',
      'FLW-15': 'inconclusive',
    },
  },
  {
    ...harmlessService(
      'prompts-in-strange-envelope',
      'Prompts alone have A128GCM, which no reading offers.',
      () => stageMock({ tls: true, seams: { payer: { wrap: sealingPrompts(sealing(aes128Gcm)) } } }),
    ),
    except: { 'FLW-15': 'inconclusive' },
  },
  {
    ...harmlessService(
      'decisions-in-strange-envelope',
      'Decisions alone have an envelope that no reading offers.',
      () => stageMock({ tls: true, seams: { payer: { wrap: sealingDecisions(sealing(aes128Gcm)) } } }),
    ),
    except: { 'FLW-12': 'inconclusive', 'FLW-13': 'inconclusive' },
  },
];
