import { randomUUID } from 'node:crypto';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import type { ObligationId } from '../../../support/obligations';
import type { HarmlessSubject, Mutant, StartStage } from '../../mutant';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import type { IntegratorSeamsChange, WriteLogLine } from '../stage';
import { integratorWith, payerTarget, stageClient } from '../stage';

type Method = 'Preauth' | 'Claim';
type Trigger = (own: IntegratorHandlers, method: Method, correlationId: string) => Promise<void>;

/** The triggers that a client sends by itself. */
interface SelfTriggering {
  readonly methods: readonly Method[];
  readonly seams?: IntegratorSeamsChange;
  /** Sends the trigger; by default, the client approves its own cycle, and then answers the call. */
  readonly trigger?: Trigger;
}

const approve: Trigger = async (own, method, correlationId) => {
  await own['dummyPayer.trigger']({ action: 'Approve', method, correlationId });
};

/** A provider that has the payer decide right after its own submission (clause 4.7). */
const selfTriggering =
  ({ methods, seams = {}, trigger = approve }: SelfTriggering): StartStage =>
  () =>
    stageClient((log: WriteLogLine): AdapterHandlers => {
      const own = integratorWith(seams, log);
      const submitting = (name: 'preauth.submit' | 'claim.submit', method: Method) => async () => {
        const begun = await own[name]({});
        if (methods.includes(method)) await trigger(own, method, begun.correlationId);
        return begun;
      };
      return {
        ...own,
        'preauth.submit': submitting('preauth.submit', 'Preauth'),
        'claim.submit': submitting('claim.submit', 'Claim'),
      };
    }, payerTarget);

/**
 * A provider that approves each of its cycles by itself, but late: during the next call that asks it for a trigger. By
 * then, the payer may have rejected the cycle.
 */
const approvingLate: StartStage = () =>
  stageClient((log: WriteLogLine): AdapterHandlers => {
    const own = integratorWith({}, log);
    const due: { readonly method: Method; readonly correlationId: string }[] = [];
    return {
      ...own,
      'dummyPayer.trigger': async (params) => {
        for (const { method, correlationId } of due.splice(0))
          await approve(own, method, correlationId).catch(() => undefined);
        due.push(params);
        return own['dummyPayer.trigger'](params);
      },
    };
  }, payerTarget);

const unverified: IntegratorSeamsChange = { verifier: () => Promise.resolve(true) };

const broken = (name: string, breaks: readonly ObligationId[], story: string, how: SelfTriggering): Mutant =>
  brokenIntegrator(name, breaks, story, { start: selfTriggering(how) });

/** Providers that trigger the payer by themselves, and break the contract in another way. */
export const selfTriggerMutants: readonly Mutant[] = [
  broken(
    'triggers-claims-itself-and-verifies-nothing',
    ['CBK-04'],
    'Claims are approved at once, and callbacks are thought to come through a private network.',
    { methods: ['Claim'], seams: unverified },
  ),
  broken(
    'triggers-itself-and-verifies-nothing',
    ['CBK-04'],
    'Every cycle is approved at once, and callbacks are thought to come through a private network.',
    { methods: ['Preauth', 'Claim'], seams: unverified },
  ),
  broken(
    'triggers-a-foreign-cycle-itself',
    ['DPY-03'],
    'The trigger after a claim names the id of the call, and not that of the cycle.',
    {
      methods: ['Claim'],
      trigger: (own, method) => approve(own, method, randomUUID()),
    },
  ),
  broken(
    'triggers-itself-with-the-other-method',
    ['DPY-02'],
    'One function triggers the payer after each submission, and its method is a constant.',
    {
      methods: ['Claim'],
      trigger: async (own, _method, correlationId) => {
        // The payer refuses the trigger, and the client ignores that.
        await approve(own, 'Preauth', correlationId).catch(() => undefined);
      },
    },
  ),
];

/** The obligations that no run shows of a client that has each claim approved by itself. */
export const unseenOfClaims = { 'FLW-07': 'not-tested', 'FLW-08': 'not-tested' } as const;

/** The obligations that no run shows of a client that has every cycle approved by itself. */
export const unseenOfBoth = {
  ...unseenOfClaims,
  'FLW-04': 'not-tested',
  'FLW-05': 'not-tested',
  'FLW-10': 'not-tested',
  'CBK-03': 'not-tested',
  'CBK-04': 'not-tested',
  'CBK-05': 'not-tested',
} as const;

/** Providers that trigger the payer by themselves, as clause 4.7 allows. */
export const harmlessSelfTriggers: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'triggers-claims-itself',
    'Each claim is approved at once, before the call is answered.',
    { start: selfTriggering({ methods: ['Claim'] }) },
    unseenOfClaims,
  ),
  harmlessIntegrator(
    'triggers-claims-itself-afterwards',
    'Each claim is approved soon after the call is answered.',
    {
      start: selfTriggering({
        methods: ['Claim'],
        trigger: (own, method, correlationId) => {
          const approved = () => approve(own, method, correlationId).catch(() => undefined);
          setTimeout(() => void approved(), 50);
          return Promise.resolve();
        },
      }),
    },
    unseenOfClaims,
  ),
  harmlessIntegrator(
    'triggers-itself-late',
    'A queue approves each cycle long after its submission, and after what the dummy payer was asked for meanwhile.',
    { start: approvingLate },
  ),
  harmlessIntegrator(
    'triggers-itself',
    'Each preauthorization and each claim is approved at once.',
    { start: selfTriggering({ methods: ['Preauth', 'Claim'] }) },
    unseenOfBoth,
  ),
];
