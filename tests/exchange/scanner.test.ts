import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawWithResponse, rawWithRequest, recorderKnowing } from './planting';
import { foundByScanner, scannable } from './scanner';

test('a scanner that is not ours finds nothing in what is recorded, and would have found it', async () => {
  for (const [name, secret] of Object.entries(await scannable())) {
    assert.notDeepEqual(
      await foundByScanner(JSON.stringify({ remark: secret })),
      [],
      `the scanner is blind to ${name}`,
    );
    const record = recorderKnowing();
    const recorded = [
      record(
        rawWithRequest(
          'https://a.example/',
          [['X-Note', secret.replaceAll('\n', ' ')]],
          JSON.stringify({ remark: secret }),
        ),
      ),
      record(rawWithRequest(`https://a.example/?remark=${encodeURIComponent(secret)}`)),
      record(rawWithResponse(JSON.stringify({ body: JSON.stringify({ remark: secret }) }))),
      record(rawWithResponse(secret)),
    ];
    for (const exchange of recorded) {
      const text = JSON.stringify(exchange);
      assert.deepEqual(await foundByScanner(text), [], `${name}: ${text}`);
    }
  }
});
