import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { AdapterMethod } from '../../support/adapter/protocol';
import { providerMethods, triggerMethods } from '../../support/adapter/roles';
import type { Role } from '../../support/contract/words';
import type { ObligationId } from '../../support/obligations';
import type { HarmlessSubject, StartStage } from '../mutant';
import { harmlessIntegrator } from './specimens';
import type { IntegratorSeamsChange } from './stage';
import { integratorTarget, integratorWith, stageClient } from './stage';

/** All these clients accept callbacks, which can be slow on a busy machine. */
const limits = { ...integratorTarget.limits, callbackMs: 5000 };

/** Returns a stage with the suite's own client, which offers and declares only these methods. */
export function offering(
  methods: readonly AdapterMethod[],
  roles: readonly Role[],
  seams: IntegratorSeamsChange = {},
): StartStage {
  return () => stageClient((log) => keepingMethods(integratorWith(seams, log), methods), { roles, limits });
}

const tellsOf: Readonly<Record<string, readonly AdapterMethod[]>> = {
  callbackUrl: providerMethods,
  encryptionKey: providerMethods,
  transferKeyForms: ['transfer.encrypt', 'transfer.open'],
};

/** Returns a client that offers and declares only these methods of a client. */
export function keepingMethods(own: AdapterHandlers, methods: readonly AdapterMethod[]): AdapterHandlers {
  const kept: readonly AdapterMethod[] = ['initialize', ...methods, 'shutdown'];
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => (kept as readonly string[]).includes(name))),
    initialize: async (params) => {
      if (own.initialize === undefined) throw new Error('the client has no initialize');
      const about = await own.initialize(params);
      const needless = Object.keys(tellsOf).filter(
        (name) => !tellsOf[name]?.some((each) => kept.includes(each)),
      );
      const told = Object.entries(about).filter(([name]) => !needless.includes(name));
      return { ...(Object.fromEntries(told) as unknown as typeof about), capabilities: kept };
    },
  };
}

/** A client that does one thing, and does it well: it conforms. */
function alone(
  name: string,
  roles: readonly Role[],
  methods: readonly AdapterMethod[],
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  const story = `Of the roles ${roles.join(', ')}, ${methods.join(', ')} alone is offered.`;
  return {
    ...harmlessIntegrator(name, story, { start: offering(methods, roles) }, except),
    opens: [],
  };
}

const unasked = 'not-tested' as const;
const withoutToken = { 'HDR-01': unasked, 'TOK-01': unasked, 'TOK-02': unasked, 'TOK-09': unasked };
const withoutEncrypt = { 'ENC-14': 'not-tested' } as const;
const withoutOtp = { 'TOK-07': unasked, 'OTP-01': unasked, 'OTP-02': unasked };
const withoutFields = { 'ENC-02': unasked, 'ENC-15': unasked };

const untested = (...ids: readonly ObligationId[]): HarmlessSubject['except'] =>
  Object.fromEntries(ids.map((id) => [id, 'not-tested']));

const identityCalls = ['certificate.fetch', 'fields.send'] as const satisfies readonly AdapterMethod[];

const openFields = [
  ...(['ENC-01', 'ENC-02', 'ENC-03', 'ENC-04', 'ENC-05', 'ENC-06', 'ENC-07'] as const),
  ...(['ENC-09', 'ENC-10', 'ENC-15'] as const),
] satisfies readonly ObligationId[];

/** The right client, with one role at a time. It conforms although it cannot meet the obligations of other roles. */
export const singleRoles: readonly HarmlessSubject[] = [
  alone('session-only', ['session'], ['session.create'], withoutToken),
  alone('identity-only', ['session', 'identity'], ['session.create', ...identityCalls], withoutEncrypt),
  alone(
    'identity-with-field-encrypt',
    ['session', 'identity'],
    ['session.create', ...identityCalls, 'field.encrypt'],
  ),
  alone('identity-without-session', ['identity'], identityCalls, withoutEncrypt),
  alone('identity-by-otp', ['session', 'identity'], ['session.create', 'certificate.fetch', 'otp.verify'], {
    ...withoutEncrypt,
    ...withoutFields,
  }),
  {
    ...alone('certificate-alone', ['session', 'identity'], ['session.create', 'certificate.fetch'], {
      'CRT-08': unasked,
      ...untested('CRT-07', 'CRT-09', 'ENC-08', 'ENC-14', ...openFields),
    }),
    opens: ['CRT-07', 'CRT-08', 'CRT-09', ...openFields],
  },
  alone('registry-only', ['session', 'registry'], ['session.create', 'otp.verify'], {
    ...withoutEncrypt,
    ...withoutFields,
  }),
  alone('registry-without-session', ['registry'], ['otp.verify'], {
    ...withoutEncrypt,
    ...withoutFields,
  }),
  alone(
    'registry-with-certificate',
    ['session', 'registry'],
    ['session.create', 'otp.verify', 'certificate.fetch'],
    { ...withoutEncrypt, ...withoutFields },
  ),
  alone(
    'field-encrypt-without-fields',
    ['session', 'identity', 'registry'],
    ['session.create', 'otp.verify', 'certificate.fetch', 'field.encrypt'],
    withoutFields,
  ),
  alone('registry-by-fields', ['session', 'registry'], ['session.create', 'fields.send'], {
    ...withoutEncrypt,
    ...withoutOtp,
  }),
  alone('hip-only', ['hip'], ['transfer.encrypt']),
  alone('hiu-only', ['hiu'], ['transfer.open', 'transfer.decrypt']),
  alone('hip-with-session', ['session', 'hip'], ['session.create', 'transfer.encrypt'], withoutToken),
  alone('provider-only', ['session', 'provider'], ['session.create', ...providerMethods]),
  alone('provider-without-session', ['provider'], providerMethods),
  alone('trigger-only', ['session', 'trigger'], ['session.create', ...triggerMethods], {
    'HDR-01': unasked,
  }),
  alone('trigger-without-session', ['trigger'], triggerMethods),
];
