import { conformingEnvelope } from '../../../support/client/integrator/payer/envelope';
import type { EnvelopeCodec } from '../../../support/client/integrator/payer/envelope';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { ObligationId } from '../../../support/obligations';
import type { Verdict } from '../../../support/judging/verdict';
import type { JweAlgorithms } from '../../envelopes';
import { encryptToKey, encryptToStranger, rsaOaepSha1, aes128Gcm } from '../../envelopes';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import { startClientWithSeams, payerTarget } from '../stage';
import { providerSeamsMutant } from './paying';

type Wrap = EnvelopeCodec['wrap'];

/** Returns a wrap function that encrypts with these algorithms. */
const sealing =
  (how: JweAlgorithms): Wrap =>
  async (message, _envelope, key) => ({
    headers: {},
    body: { payload: await encryptToKey(message, how, key) },
  });

/** Serialises the bundle twice before it is encrypted, so that the JWE contains a JSON string. */
const serialisedTwice: Wrap = async (message, _envelope, key) => ({
  headers: {},
  body: {
    payload: await encryptToKey(message, rsaOaepSha1, key, (bundle) =>
      JSON.stringify(JSON.stringify(bundle)),
    ),
  },
});

/** Encrypts to a key that the payer does not have. */
const forStranger: Wrap = async (message) => ({
  headers: {},
  body: { payload: await encryptToStranger(message, rsaOaepSha1) },
});

/** Returns a codec that wraps messages with a resource of type `type` by `wrap`. Default: all messages. */
function wrapping(wrap: Wrap, type = ''): EnvelopeCodec {
  const chosen: Wrap = (message, ...given) =>
    JSON.stringify(message.bundle).includes(`"resourceType":"${type}`)
      ? wrap(message, ...given)
      : conformingEnvelope.wrap(message, ...given);
  return { ...conformingEnvelope, wrap: chosen };
}

/** Returns a harmless integrator that uses this envelope. `except`: the verdicts other than `passed`. */
function wrapped(
  name: string,
  story: string,
  envelope: EnvelopeCodec,
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  const start = startClientWithSeams({ payer: { ...conformingProvider, envelope } }, payerTarget);
  return harmlessIntegrator(name, story, { start }, except);
}

const all = (ids: readonly ObligationId[], verdict: Verdict): HarmlessSubject['except'] =>
  Object.fromEntries(ids.map((id) => [id, verdict]));

/** The flow obligations that need neither a reply nor an acknowledgment. */
const flows: readonly ObligationId[] = ['FLW-01', 'FLW-02', 'FLW-03', 'FLW-04', 'FLW-06', 'FLW-07'];

/** Sends the bundle and the headers in plain text. */
const inPlain: Wrap = (message, _envelope, key) => conformingEnvelope.wrap(message, 'json', key);

/** Providers with messages that the payer cannot read, or that anyone can read (FLW-01 to 10). */
export const envelopeMutants: readonly Mutant[] = [
  providerSeamsMutant(
    'provider-in-plain',
    [...flows, 'FLW-05', 'FLW-08', 'FLW-09', 'FLW-10'],
    'Nothing is encrypted in the sandbox, although that was not agreed on.',
    { envelope: wrapping(inPlain) },
    { overridden: ['envelope'] },
  ),
  {
    ...providerSeamsMutant(
      'provider-content-serialised-twice',
      [...flows, 'FLW-05', 'FLW-08', 'FLW-09', 'FLW-10'],
      'The bundle is a text already when a library serialises it.',
      { envelope: wrapping(serialisedTwice) },
    ),
    diagnosis: Object.fromEntries(
      [...flows, 'FLW-05', 'FLW-08', 'FLW-09', 'FLW-10'].map((id) => [id, 'serialised twice']),
    ),
  },
  providerSeamsMutant(
    'reply-in-plain',
    ['FLW-05', 'FLW-08', 'FLW-10'],
    'Documents are too large to be encrypted.',
    {
      envelope: wrapping(inPlain, 'Communication"'),
    },
    { overridden: ['envelope'] },
  ),
  providerSeamsMutant(
    'acknowledgment-in-plain',
    ['FLW-09'],
    'The acknowledgment is thought to hold no secret.',
    {
      envelope: wrapping(inPlain, 'PaymentReconciliation'),
    },
    { overridden: ['envelope'] },
  ),
  providerSeamsMutant(
    'acknowledgment-for-another-key',
    ['FLW-09'],
    'The acknowledgment is encrypted to an old key.',
    {
      envelope: wrapping(forStranger, 'PaymentReconciliation'),
    },
  ),
  providerSeamsMutant(
    'reply-for-another-key',
    ['FLW-05', 'FLW-08', 'FLW-10'],
    'Documents are encrypted to an old key.',
    {
      envelope: wrapping(forStranger, 'Communication"'),
    },
  ),
];

/** Providers with an unusual but valid envelope. */
export const harmlessEnvelopes: readonly HarmlessSubject[] = [
  wrapped('provider-with-rsa-oaep', 'The envelope has RSA-OAEP, with SHA-1.', wrapping(sealing(rsaOaepSha1))),
  wrapped(
    'provider-in-plain-unsaid',
    'Bundles travel as they are, and the target says nothing of it.',
    wrapping(inPlain),
    all([...flows, 'FLW-05', 'FLW-08', 'FLW-09', 'FLW-10'], 'inconclusive'),
  ),
  wrapped(
    'acknowledgment-in-strange-envelope',
    'The acknowledgment has A128GCM, which no reading offers.',
    wrapping(sealing(aes128Gcm), 'PaymentReconciliation'),
    { 'FLW-09': 'inconclusive' },
  ),
  wrapped(
    'reply-in-strange-envelope',
    'Replies have A128GCM, which no reading offers.',
    wrapping(sealing(aes128Gcm), 'Communication"'),
    all(['FLW-05', 'FLW-08', 'FLW-10'], 'inconclusive'),
  ),
  wrapped(
    'provider-with-strange-envelope',
    'Every message has A128GCM, which no reading offers.',
    wrapping(sealing(aes128Gcm)),
    {
      ...all([...flows, 'FLW-05', 'FLW-08', 'FLW-09', 'FLW-10', 'DPY-06'], 'inconclusive'),
      // The client does not complete any cycle that could show these obligations.
      ...all(['DPY-01', 'DPY-02', 'DPY-03', 'FLW-11', 'CBK-03', 'CBK-04', 'CBK-05', 'CBK-06'], 'not-tested'),
    },
  ),
];
