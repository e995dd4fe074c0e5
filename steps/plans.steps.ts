import { Then } from '@cucumber/cucumber';
import { constants } from '../support/contract/constants';
import { stepMeant } from '../support/obligations/cycles/messages';
import type { ConformWorld } from '../support/world';

type BundleNumber = 'providerId' | 'policyNumber';

Then(
  'every {planMessage} holds {bundleNumber} {string}',
  function (this: ConformWorld, step: 'plan' | 'plan-answer', number: BundleNumber, value: string) {
    const messages = step === 'plan' ? this.sentByIntegrator : this.exchanges;
    const facts = messages
      .flatMap((each) => stepMeant(each, this.run.target.readings) ?? [])
      .filter((each) => each.step === step && each.fact.envelope !== 'unreadable')
      .map(({ fact }) => fact[number]);
    this.expect(value === constants[number] && facts.includes(true), `${number} ${value}`);
  },
);

Then(
  'every message to the payer is addressed to {string} and the network suffix',
  function (this: ConformWorld, number: string) {
    const recipients = this.sentByIntegrator
      .flatMap((each) => stepMeant(each, this.run.target.readings)?.fact.recipient ?? [])
      .map((recipient) => recipient.startsWith(`${number}@`));
    this.expect(recipients.length > 0 && !recipients.includes(false), `${number}@…`);
  },
);
