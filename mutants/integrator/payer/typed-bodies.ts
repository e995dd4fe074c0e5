import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { EnvelopeCodec } from '../../../support/client/integrator/payer/envelope';
import { conformingEnvelope } from '../../../support/client/integrator/payer/envelope';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import { errorReportPath } from '../../../support/contract/payer-facts';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { brokenIntegrator, harmlessIntegrator, targetReadings } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, payerTarget, stageClient, startClientWithSeams } from '../stage';
import { proxiedProvider } from './proxied-provider';

const typedTarget = { ...payerTarget, ...targetReadings({ 'callback-body': 'typed' }) };

/** A provider that answers error reports with another status. */
const answeringReports =
  (status: number) =>
  (log: WriteLogLine): AdapterHandlers =>
    proxiedProvider(integratorWith({}, log), ({ url = '' }) => ({
      status: (own) => (url.endsWith(errorReportPath) ? status : own),
    }));

const answering = (status: number) => ({ start: () => stageClient(answeringReports(status), typedTarget) });

/** A provider that handles refusals in the clear in another way. */
const handling = (refusedCycle: EnvelopeCodec['refusedCycle']) => ({
  start: startClientWithSeams(
    { payer: { ...conformingProvider, envelope: { ...conformingEnvelope, refusedCycle } } },
    typedTarget,
  ),
});

/** Providers that fail over a refusal in the clear, or over an error report (CBK-06). */
export const typedBodyMutants: readonly Mutant[] = [
  brokenIntegrator(
    'refusal-in-the-clear-breaks-the-server',
    ['CBK-06'],
    'The body of a callback always has a payload.',
    handling((body) => {
      if (conformingEnvelope.refusedCycle(body) !== undefined)
        throw new TypeError('cannot read properties of undefined');
      return undefined;
    }),
  ),
  brokenIntegrator(
    'error-report-breaks-the-server',
    ['CBK-06'],
    'An error report is looked up like a callback.',
    answering(500),
  ),
];

/** Providers that answer refusals in the clear and error reports in other ways than the suite's own. */
export const harmlessTypedBodies: readonly HarmlessSubject[] = [
  harmlessIntegrator('error-reports-taken', 'An error report is answered 202.', answering(202)),
  harmlessIntegrator(
    'refusals-in-the-clear-refused',
    'A refusal in the clear is answered 400, and an error report 404.',
    handling(() => undefined),
  ),
];
