import { Then } from '@cucumber/cucumber';
import { constants } from '../support/contract/constants';
import type { Exchange } from '../support/exchange/exchange';
import { ruleContextOfRun } from '../support/run/run';
import type { ExpectedMember } from '../support/scenarios/matchers/members';
import { requestHolds } from '../support/scenarios/matchers/members';
import { isAt, isOfOldVersion, isOfVersion } from '../support/scenarios/matchers/paths';
import type { RequestKind } from '../support/scenarios/matchers/requests';
import {
  nonEmptyAndAll,
  changesWithTime,
  endsInHandshake,
  hasForm,
  headersOf,
  isOverTls,
  isReadable,
  namesConsentManager,
  sayEachTheirOwn,
  says,
} from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

Then(
  'every {requests} carries {headers}',
  function (this: ConformWorld, kind: RequestKind, headers: readonly string[]) {
    const carries = (each: Exchange): boolean => headers.some((name) => headersOf([each], name).length > 0);
    this.expect(nonEmptyAndAll(this.requests(kind), carries), headers.join(' or '));
  },
);

Then(
  'every {requests} carries {header} {string}',
  function (this: ConformWorld, kind: RequestKind, header: string, value: string) {
    // The features name `sbx`, the document's value for the sandbox. In production, other values are right.
    const isCmId = header === 'X-CM-ID' && value === constants.sandboxCmId;
    const { cmId = value } = ruleContextOfRun(this.run);
    const isRight = (text: string): boolean => (isCmId ? namesConsentManager(text, cmId) : says(text, value));
    const carries = (text: string): boolean => text.split(',').some(isRight);
    this.expect(nonEmptyAndAll(headersOf(this.requests(kind), header), carries), `${header}: ${value}`);
  },
);

Then('every {header} has the form {string}', function (this: ConformWorld, header: string, form: string) {
  this.expect(
    nonEmptyAndAll(headersOf(this.requests('v3 request'), header), (text) => hasForm(text, form)),
    form,
  );
});

Then(
  'no two {requests} carry the same {header}',
  function (this: ConformWorld, kind: RequestKind, header: string) {
    this.expect(sayEachTheirOwn(this.requests(kind), header), `${header}, new each time`);
  },
);

Then(
  '{header} of {requests} advances with the clock',
  function (this: ConformWorld, header: string, kind: RequestKind) {
    this.expect(changesWithTime(this.requests(kind), header), `${header}, advancing`);
  },
);

Then(
  'every {requests} is {method} {string}',
  function (this: ConformWorld, kind: RequestKind, method: string, path: string) {
    const isRight = nonEmptyAndAll(
      this.requests(kind),
      (each) => each.request.method === method && isAt(each, path),
    );
    this.expect(isRight, `${method} ${path}`);
  },
);

Then(
  'every {requests} is made by {method}',
  function (this: ConformWorld, kind: RequestKind, method: string) {
    const isRight = nonEmptyAndAll(this.requests(kind), (each) => each.request.method === method);
    this.expect(isRight, method);
  },
);

Then('no {requests} has a body', function (this: ConformWorld, kind: RequestKind) {
  const isBare = nonEmptyAndAll(this.requests(kind), ({ request }) => (request.body?.bytes ?? 0) === 0);
  this.expect(isBare, 'no body');
});

Then(
  'every {requests} holds {member}',
  function (this: ConformWorld, kind: RequestKind, seen: ExpectedMember) {
    const whole = this.requests(kind).filter(({ request }) => request.flaw === undefined);
    this.expect(
      nonEmptyAndAll(whole, (each) => requestHolds(each, seen)),
      seen.name,
    );
  },
);

Then(
  'every {requests} goes to a path of {string}',
  function (this: ConformWorld, kind: RequestKind, version: string) {
    this.expect(
      nonEmptyAndAll(this.requests(kind), (each) => isOfVersion(each, version)),
      version,
    );
  },
);

Then(
  'no {requests} goes to a path of {string}',
  function (this: ConformWorld, kind: RequestKind, version: string) {
    const isCurrent = nonEmptyAndAll(this.requests(kind), (each) => !isOfOldVersion(each, version));
    this.expect(isCurrent, `no path of ${version}`);
  },
);

Then('every request uses TLS', function (this: ConformWorld) {
  this.expect(this.sent.every(isOverTls), 'https');
});

Then('it closes the connection and sends no request', function (this: ConformWorld) {
  const met = this.sent.filter(({ stimulus }) => stimulus === 'foreign-certificate');
  const leaves = met.some(endsInHandshake) && !met.some(isReadable);
  this.expect(leaves, 'a connection that ended without a request');
});
