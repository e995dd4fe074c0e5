import type { MethodParams } from '../../../adapter/protocol';
import { constants } from '../../../contract/constants';
import { isObject } from '../../../contract/json';
import type { ReadingValues } from '../../../contract/readings';
import type { Exchange } from '../../../exchange/exchange';
import { jsonBody } from '../../../exchange/exchange';
import type { ExchangeRedactor } from '../../../exchange/exchange-redactor';
import type { MockOperation } from '../../../mock/seams';
import type { PlannedAct, CopyableValue } from '../../../run/hand/acts';
import type { Run } from '../../../run/run';
import type { PlayedServices } from '../played-services';
import type { Instruction, Stray, PayerMethod } from './instructions';
import { addressOf } from './instructions';

/** Where the payer is, and who is who. */
export interface Setting {
  readonly played: Pick<PlayedServices, 'mock'>;
  readonly target: Pick<Run['target'], 'participants' | 'paths' | 'readings'>;
  /** Tells how what was asked for stands in a recording. */
  readonly keeper: Pick<ExchangeRedactor, 'value'>;
}

/** The calls that open a cycle, in words. */
const openers = {
  'insurancePlan.request': 'Request the insurance plan of a patient from the payer',
  'eligibility.check': "Check a patient's eligibility with the payer",
  'preauth.submit': 'Submit a preauthorization to the payer',
  'claim.submit': 'Submit a claim to the payer',
} as const;

type Opener = keyof typeof openers;
const isOpener = (method: PayerMethod): method is Opener => method in openers;

/** Says what to do for a call of the payer flows. `cycle.get` is a question, and no instruction. */
export function instructForPayer(
  method: Exclude<PayerMethod, 'cycle.get'>,
  params: unknown,
  setting: Setting,
): Instruction {
  if (isOpener(method)) return opening(method, setting);
  if (method === 'dummyPayer.trigger') return trigger(params as MethodParams<'dummyPayer.trigger'>, setting);
  if (method === 'paymentNotice.init') return notice(params as MethodParams<'paymentNotice.init'>, setting);
  return reply(params as MethodParams<'communication.reply'>, setting);
}

function opening(method: Opener, { played: { mock }, target }: Setting): Instruction {
  const { provider, payer } = target.participants;
  return told(`${openers[method]}, as a new request with a correlation id of its own`, method, {
    address: addressOf(method, mock.urls.provider, target.paths),
    values: [
      { label: 'sender', value: provider },
      { label: 'recipient', value: payer },
      { label: 'provider id', value: constants.providerId },
      { label: 'policy number', value: constants.policyNumber },
    ],
  });
}

function trigger(given: MethodParams<'dummyPayer.trigger'>, setting: Setting): Instruction {
  const {
    played: { mock },
    target,
    keeper,
  } = setting;
  const { action, method, correlationId } = given;
  const words = (body: unknown): string =>
    isObject(body)
      ? [body.action, body.method, body.correlationId].map((each) => String(each)).join(' ')
      : 'no object';
  return {
    ...told(`Trigger the dummy payer: ${action} for ${method}`, 'dummyPayer.trigger', {
      address: addressOf('dummyPayer.trigger', mock.urls.dummyPayer, target.paths, target.readings),
      values: [
        { label: 'action', value: action },
        { label: 'method', value: method },
        { label: 'correlationId', value: correlationId },
      ],
    }),
    strays: (exchange) =>
      strayFrom(
        words({ action, method, correlationId: keeper.value('correlationId', correlationId) }),
        words(jsonBody(exchange.request)),
      ),
  };
}

function notice(
  given: MethodParams<'paymentNotice.init'>,
  { played: { mock }, target }: Setting,
): Instruction {
  return told('Have the dummy payer begin a payment notice', 'paymentNotice.init', {
    address: addressOf('paymentNotice.init', mock.urls.dummyPayer, target.paths, target.readings),
    values: [
      { label: 'providerId', value: given.providerId },
      { label: 'claimNumber', value: given.claimNumber },
    ],
  });
}

function reply({ correlationId }: MethodParams<'communication.reply'>, setting: Setting): Instruction {
  const { mock } = setting.played;
  return {
    ...told('Answer the question of the payer in this cycle, with a document', 'communication.onRequest', {
      address: addressOf('communication.onRequest', mock.urls.provider, setting.target.paths),
      values: [{ label: 'correlation id', value: correlationId }],
    }),
    ...ofCycle(correlationId, setting),
    // A system may reply by itself, before anyone is asked to.
    isDone: () => mock.cycles.cycle(correlationId)?.state === 'over',
  };
}

/** What follows the prompt of a payment notice; no call of an adapter asks for it. */
export function acknowledging(correlationId: string, setting: Setting): Instruction {
  const {
    played: { mock },
    target,
  } = setting;
  const url = mock.urls.provider + pathOf(target.readings);
  return {
    ...told('Acknowledge the payment notice that the payer has just sent', 'payment.acknowledge', {
      address: { method: 'POST', url },
      values: [{ label: 'correlation id', value: correlationId }],
    }),
    ...ofCycle(correlationId, setting),
    isDone: () => mock.cycles.cycle(correlationId)?.state === 'over',
  };
}

const pathOf = (readings: ReadingValues): string => `/${readings['payment-ack'].replace(/^\//, '')}`;

function ofCycle(correlationId: string, { keeper }: Setting): Pick<Instruction, 'strays'> {
  const wanted = keeper.value('correlationId', correlationId);
  return {
    strays: ({ facts }: Exchange) => strayFrom(wanted, facts.payer?.correlationId ?? 'no correlation id'),
  };
}

const strayFrom = (wanted: string, arrived: string): Stray | undefined =>
  arrived === wanted ? undefined : { arrived, wanted };

function told(
  sentence: string,
  name: MockOperation,
  { address, values }: { readonly address: PlannedAct['address']; readonly values: readonly CopyableValue[] },
): Instruction {
  const listed = values.map(({ label, value }) => `${label} ${JSON.stringify(value)}`).join(', ');
  const line = `${sentence} (${listed}):\n      ${address.method} ${address.url}`;
  return { sentence: `${sentence}.`, values, address, line, operation: name };
}
