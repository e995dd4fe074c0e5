import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headersDemandedBy } from '../../support/contract/demanded-headers';
import { operationPath, operations } from '../../support/contract/operations';
import { documentedDeployment } from '../../support/published/deployment';
import { postmanCollection } from '../../support/published/postman/collection';

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly header: readonly { readonly key: string }[];
  };
}

const folders = postmanCollection(documentedDeployment).item as readonly {
  readonly name: string;
  readonly item: readonly Item[];
}[];
const items = folders.flatMap(({ item }) => item);

describe('the Postman collection', () => {
  it('contains every operation once', () => {
    const lines = items.map(({ request: { method, url } }) => `${method} ${url.replace(/^\{\{\w+\}\}/, '')}`);
    assert.deepEqual(
      lines.sort(),
      operations.map(({ id, method }) => `${method} ${operationPath(id)}`).sort(),
    );
  });

  it('sends every header that a request must have, except the token of a callback', () => {
    for (const operation of operations) {
      const sent = items.find(({ name }) => name === operation.title)?.request.header.map(({ key }) => key);
      for (const name of headersDemandedBy(operation))
        if (operation.receiver === 'service' || name !== 'Authorization')
          assert.ok(sent?.includes(name), `${operation.id} lacks ${name}`);
    }
  });

  it('calls an operation after the one that it needs', () => {
    const titles = items.map(({ name }) => name);
    const places = new Map<string, number>(operations.map(({ id, title }) => [id, titles.indexOf(title)]));
    for (const { id, after } of operations)
      if (after !== undefined)
        assert.ok((places.get(after) ?? Infinity) < (places.get(id) ?? -1), `${id} before ${after}`);
    assert.equal(folders[0]?.name, 'Session');
  });
});
