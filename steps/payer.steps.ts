import { Given, When } from '@cucumber/cucumber';
import { cyclesAtOnce } from '../support/scenarios/integrator/payer/at-once';
import { oddCallbacks } from '../support/scenarios/integrator/payer/callbacks';
import { payerFlows } from '../support/scenarios/integrator/payer/flows';
import { oddTriggers } from '../support/scenarios/service/payer/odd-triggers';
import { providerFlows } from '../support/scenarios/service/payer/provider-flows';
import type { ConformWorld } from '../support/world';
import { thenJudge } from './then-judge';

for (const [text, journey] of [
  ['the integrator has gone through the flows with the payer', payerFlows],
  ['the integrator has met callbacks of all sorts', oddCallbacks],
  ['the integrator has had several cycles at once', cyclesAtOnce],
] as const)
  Given(text, async function (this: ConformWorld) {
    await this.through(journey(this.run));
  });

When('the suite goes through the flows as a provider', async function (this: ConformWorld) {
  const { exchanges, obstacle } = await providerFlows(this.run);
  this.saw(exchanges, obstacle);
});

When('the suite sends triggers on which the document is silent', async function (this: ConformWorld) {
  this.saw(await oddTriggers(this.run));
});

thenJudge('the plan was requested, and its answer was taken', 'FLW-01');
thenJudge('eligibility was checked, and the answer was taken under the same correlation id', 'FLW-02');
thenJudge('the preauthorization was submitted, and its approval taken', 'FLW-03');
thenJudge('the preauthorization was submitted, and its rejection taken', 'FLW-04');
thenJudge(
  'the query about the preauthorization was answered with documents before the final answer',
  'FLW-05',
);
thenJudge('the claim was submitted, and its approval taken', 'FLW-06');
thenJudge('the claim was submitted, and its rejection taken', 'FLW-07');
thenJudge('the query about the claim was answered with documents before the final answer', 'FLW-08');
thenJudge('the payment notice was acknowledged under the correlation id of its prompt', 'FLW-09');
thenJudge('the communication ran from the parent request over the reply to the adjudication', 'FLW-10');
thenJudge('no trigger came before its submit, and no reply before its query', 'FLW-11');
thenJudge('each decision came on the on_submit callback of the method that was named', 'FLW-12');
thenJudge('each query came on v1\\/communication\\/request, and the final answer after the reply', 'FLW-13');
thenJudge('plan data of the test policy and eligibility data came back', 'FLW-14');
thenJudge('the provider was prompted for the payment notice', 'FLW-15');

thenJudge('each callback carried the correlation id of its own cycle', 'CBK-01');
thenJudge('each callback carried a JWT that the published certificates verify', 'CBK-02');
thenJudge('each callback with a valid JWT was taken', 'CBK-03');
thenJudge('each forged callback was refused, and its valid twin taken', 'CBK-04');
thenJudge('each cycle ended as its own callback says', 'CBK-05');
thenJudge('none of the odd callbacks did any harm', 'CBK-06');
thenJudge('each bridge-scoped callback carried X-HIP-ID or X-HIU-ID', 'CBK-07');
thenJudge('each callback with a JWT for others was refused', 'CBK-08');

thenJudge(
  'each trigger was POST on \\/process\\/request with Accept, Content-Type and bearer_auth',
  'DPY-01',
);
thenJudge('each trigger names a documented action and method', 'DPY-02');
thenJudge('each trigger carries the correlation id under which its request was submitted', 'DPY-03');
thenJudge(
  'each payment notice was started with POST on \\/paymentNotice\\/init and the same headers',
  'DPY-04',
);
thenJudge('each payment notice names the provider itself, and a claim that may be empty', 'DPY-05');
thenJudge('each plan request carries provider id 32722 and policy number 100217', 'DPY-06');
thenJudge('each message is addressed to 1000003538@ and the network suffix', 'DPY-07');
thenJudge('each proper trigger was accepted', 'DPY-08');
thenJudge('the answers to the odd triggers are noted', 'DPY-09');
