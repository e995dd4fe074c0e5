import type { ObligationId } from '../../support/obligations';
import type { Role } from '../../support/contract/words';
import type { AdapterMethod } from '../../support/adapter/protocol';
import { conformingSeams } from '../../support/client/integrator';
import type { Mutant } from '../mutant';
import { providerMethods } from '../../support/adapter/roles';
import { offering } from './single-roles';
import { brokenIntegrator } from './specimens';
import type { IntegratorSeamsChange } from './stage';

interface Part {
  readonly roles: readonly Role[];
  readonly methods: readonly AdapterMethod[];
}

const identity: Part = {
  roles: ['session', 'identity'],
  methods: ['session.create', 'certificate.fetch', 'fields.send'],
};
const registry: Part = { roles: ['session', 'registry'], methods: ['session.create', 'fields.send'] };
const provider: Part = { roles: ['session', 'provider'], methods: ['session.create', ...providerMethods] };
const trigger: Part = {
  roles: ['session', 'trigger'],
  methods: ['session.create', 'dummyPayer.trigger', 'paymentNotice.init'],
};

function limping(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  { roles, methods }: Part,
  seams: IntegratorSeamsChange,
): Mutant {
  return brokenIntegrator(name, breaks, story, { start: offering(methods, roles, seams) });
}

const { bodies, cipher, ids, rejections, sessions } = conformingSeams;

const forGood: IntegratorSeamsChange = { rejections: { ...rejections, refetches: false } };
const sha1Alone: IntegratorSeamsChange = {
  rejections: { ...rejections, next: (last, keyChanged) => (keyChanged ? last : 'oaep-sha1') },
};
const hardCoded: IntegratorSeamsChange = { sessions: { ...sessions, usable: () => true } };

/** Nothing is encrypted: what only a ciphertext shows cannot be seen, and follows. */
const rawAlone: readonly Mutant[] = [
  limping(
    'registry-otp-raw',
    ['ENC-01', 'ENC-09'],
    'The OTP goes in clear, and nothing else is ever encrypted.',
    { roles: ['session', 'registry'], methods: ['session.create', 'otp.verify'] },
    { bodies: { ...bodies, otp: (given) => Promise.resolve(given) } },
  ),
  limping(
    'identity-fields-raw',
    ['ENC-01', 'ENC-02', 'ENC-09', 'ENC-15'],
    'All fields go in clear.',
    identity,
    {
      bodies: {
        ...bodies,
        fields: (all) => Promise.resolve(Object.fromEntries(all.map(({ name, value }) => [name, value]))),
      },
    },
  ),
];

/** Clients of one role, each with a mistake that only a stimulus brings to light: it has to reach them. */
export const singleRoleMutants: readonly Mutant[] = [
  ...rawAlone,
  limping('identity-key-for-good', ['CRT-08'], 'The one certificate is cached for good.', identity, forGood),
  limping('registry-key-for-good', ['CRT-08'], 'The one certificate is cached for good.', registry, forGood),
  limping('identity-sha1-alone', ['ENC-05'], 'A rejected value comes again as it was.', identity, sha1Alone),
  limping('identity-under-sha256', ['ENC-04'], 'The newer hash is taken from the first.', identity, {
    cipher: { ...cipher, encrypt: (pem, value) => cipher.encrypt(pem, value, 'oaep-sha256') },
  }),
  limping('provider-token-for-good', ['TOK-02'], 'The token is never renewed.', provider, hardCoded),
  limping('trigger-token-for-good', ['TOK-02'], 'The token is never renewed.', trigger, hardCoded),
  limping('provider-session-per-call', ['TOK-01'], 'Each call has a session of its own.', provider, {
    sessions: { ...sessions, usable: () => false },
  }),
  limping(
    'session-id-once',
    ['HDR-05'],
    'The id is made once, and two sessions show it.',
    {
      roles: ['session'],
      methods: ['session.create'],
    },
    () => {
      const id = ids.requestId();
      return { ids: { ...ids, requestId: () => id } };
    },
  ),
  limping('lone-trigger-always-for-claims', ['DPY-02'], 'The method is a constant.', trigger, {
    payer: {
      ...conformingSeams.payer,
      trigger: (given) => ({ ...conformingSeams.payer.trigger(given), method: 'Claim' }),
    },
  }),
  limping('lone-trigger-without-accept', ['DPY-01', 'DPY-04'], 'Accept is left to the library.', trigger, {
    payer: {
      ...conformingSeams.payer,
      triggerHeaders: (bearer) => {
        const { Accept: _left, ...rest } = conformingSeams.payer.triggerHeaders(bearer);
        return rest;
      },
    },
  }),
];
