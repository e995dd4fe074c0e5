import { Then } from '@cucumber/cucumber';
import { constants } from '../support/contract/constants';
import { messageMeant } from '../support/scenarios/matchers/conversation';
import { all } from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

type BundleNumber = 'providerId' | 'policyNumber';

Then(
  'every plan message holds {bundleNumber} {string}',
  function (this: ConformWorld, number: BundleNumber, value: string) {
    const facts = this.exchanges
      .flatMap((each) => messageMeant(each, this.run.target.readings) ?? [])
      .filter(({ kind, fact }) => kind === 'plan' && fact.envelope !== 'unreadable');
    const isRight = value === constants[number] && all(facts, ({ fact }) => fact[number]);
    this.expect(isRight, `${number} ${value}`);
  },
);

Then(
  'every message to the payer is addressed to {string} and the network suffix',
  function (this: ConformWorld, number: string) {
    const recipients = this.sent
      .flatMap((each) => messageMeant(each, this.run.target.readings)?.fact.recipient ?? [])
      .map((recipient) => recipient.startsWith(`${number}@`));
    this.expect(recipients.length > 0 && !recipients.includes(false), `${number}@…`);
  },
);
