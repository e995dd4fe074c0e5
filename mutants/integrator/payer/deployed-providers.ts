import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { PayerMessageKind } from '../../../support/client/integrator/payer/seams';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, payerTarget, startClientWithSeams, stageClient } from '../stage';
import { proxiedProvider } from './proxied-provider';

const receipt = JSON.stringify({
  timestamp: '21/11/2026 06:00:00:000',
  api_call_id: '1d7ff2a4-0f0c-4d5e-9c59-6b1d4b0f1a11',
  result: { entity_type: 'claim', protocol_status: 'request.queued' },
  error: { code: '', message: '' },
});

/** A provider that writes the receipt of a deployed exchange into each answer to a callback. */
const answeringWithReceipt = (log: WriteLogLine): AdapterHandlers =>
  proxiedProvider(integratorWith({}, log), () => ({
    status: (status) => status,
    headers: () => [['content-type', 'application/json']],
    write: (_body, back) => back.end(receipt),
  }));

/** The step codes of a deployed provider, written as a workflow id. */
const stepCodes: Readonly<Record<PayerMessageKind, string>> = {
  plan: '1',
  eligibility: '10',
  preauth: '12',
  claim: '15',
  reply: '19',
  acknowledgment: '17',
};

/** Providers with the receipts and step codes of a deployed exchange. */
export const deployedProviders: readonly HarmlessSubject[] = [
  harmlessIntegrator('callbacks-answered-with-a-receipt', 'Each answer to a callback holds a receipt.', {
    start: () => stageClient(answeringWithReceipt, payerTarget),
  }),
  harmlessIntegrator('messages-with-step-codes', 'The workflow id of a message is the code of its step.', {
    start: startClientWithSeams(
      {
        payer: {
          ...conformingProvider,
          protectedHeaders: (step, address) => ({
            ...conformingProvider.protectedHeaders(step, address),
            'x-hcx-workflow_id': stepCodes[step],
          }),
        },
      },
      payerTarget,
    ),
  }),
];
