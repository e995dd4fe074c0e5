import type { ReadingOverrides } from '../../../support/contract/readings';
import type { Dimension } from '../dimension';
import type { ServicePart } from './shape';
import { changing, usual, type ServiceValue } from './values';

/** Returns a value that the target sets and that the mock follows. */
export const saying = (words: string, allowedBy: string, said: ReadingOverrides): ServiceValue =>
  changing(words, allowedBy, { said });

const correlation: Dimension<ServicePart> = {
  name: 'place of the correlation id',
  sentence: 'All callbacks of one request cycle share the correlation id. (clause 6.1)',
  seam: 'readings: correlation-id',
  values: [
    usual('correlation id as a protected header'),
    saying('correlation id in an HTTP header as agreed', 'reading correlation-id', {
      'correlation-id': { where: 'header', name: 'X-Correlation-ID' },
    }),
    saying('correlation id in the body as agreed', 'reading correlation-id', {
      'correlation-id': { where: 'body', name: 'correlationId' },
    }),
  ],
};

const paths: Dimension<ServicePart> = {
  name: 'paths of callbacks',
  sentence: 'returns plan data; returns eligibility data (clause 4.7): the operations are not shown.',
  seam: 'readings: plan-answer, eligibility-answer, payment-prompt, payment-ack',
  values: [
    usual('usual paths of callbacks'),
    saying('other paths for data as agreed', 'readings plan-answer and eligibility-answer', {
      'plan-answer': '/v1/insuranceplan/answer',
      'eligibility-answer': '/v1/coverageeligibility/answer',
    }),
    saying('other paths for notices as agreed', 'readings payment-prompt and payment-ack', {
      'payment-prompt': '/v1/payment/prompt',
      'payment-ack': '/v1/payment/acknowledge',
    }),
  ],
};

const segment: Dimension<ServicePart> = {
  name: 'v1 of the payer',
  sentence: 'The dummy payer and provider-side operations use v1 path segments. (clause 9.3)',
  seam: 'readings: payer-segment',
  values: [
    usual('payer with and without v1'),
    changing('payer without v1', "latitude of DPY-08: 'v1 before the path'", {
      unsaid: { 'payer-segment': 'none' },
    }),
    changing('payer under v1', "latitude of DPY-08: 'v1 before the path'", {
      unsaid: { 'payer-segment': 'v1' },
    }),
    saying('payer under v1 as agreed', 'reading payer-segment', { 'payer-segment': 'v1' }),
  ],
};

const authorization: Dimension<ServicePart> = {
  name: 'token of payer calls',
  sentence:
    'Sandbox dummy payer calls carry header bearer_auth. How its value is obtained: not shown. (clause 5.1.8)',
  seam: 'readings: provider-authorization, trigger-authorization',
  values: [
    usual('token in Authorization'),
    saying('token in bearer_auth as agreed', 'reading provider-authorization', {
      'provider-authorization': 'bearer_auth',
    }),
    saying('triggers with Authorization as agreed', 'reading trigger-authorization', {
      'trigger-authorization': 'required',
    }),
  ],
};

const afterReply: Dimension<ServicePart> = {
  name: 'after a reply',
  sentence: 'receive adjudication on v1/preauth/on_submit or v1/claim/on_submit (clause 4.7.6)',
  seam: 'readings: after-reply',
  values: [
    usual('approved after a reply'),
    saying('rejected after a reply as agreed', 'reading after-reply', { 'after-reply': 'reject' }),
  ],
};

const bridge: Dimension<ServicePart> = {
  name: 'bridge ids',
  sentence: 'X-HIP-ID / X-HIU-ID [...] | bridge-scoped requests and callbacks (clause 5.2)',
  seam: 'readings: bridge-scoped',
  offer: true,
  values: [
    usual('no bridge ids'),
    saying('bridge ids on answers as agreed', 'reading bridge-scoped', {
      'bridge-scoped': ['preauth.onSubmit', '/v1/communication/request'],
    }),
  ],
};

/** Dimensions of the dummy payer that follow from readings. */
export const payerReadingDimensions: readonly Dimension<ServicePart>[] = [
  bridge,
  paths,
  segment,
  authorization,
  afterReply,
  correlation,
];
