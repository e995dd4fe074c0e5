import type { OperationId } from '../../contract/operations';

/** Operations in the order in which a client comes to them, so that each finds what it needs. */
export interface SampleGroup {
  readonly name: string;
  readonly operations: readonly OperationId[];
}

export const sampleGroups: readonly SampleGroup[] = [
  { name: 'Session', operations: ['session.create'] },
  {
    name: 'Certificates and OTP',

    operations: ['certificate.identity', 'certificate.registry', 'otp.verify'],
  },
  {
    name: 'Payer flows',

    operations: [
      'insurancePlan.request',
      'eligibility.check',
      'claim.submit',
      'preauth.submit',
      'dummyPayer.trigger',
      'communication.onRequest',
      'paymentNotice.init',
    ],
  },
  {
    name: 'Callbacks to the provider',

    operations: ['communication.request', 'preauth.onSubmit', 'claim.onSubmit'],
  },
];
