import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { sentTwice } from '../../support/obligations/judge/requests';
import { auditContent } from '../cli/auditing';
import { readResults } from '../report/embedded-run';
import { trafficFormats } from './forms';
import { exchangesOfRun } from './forms/run';

const repeated = ['Authorization', 'REQUEST-ID', 'TIMESTAMP', 'X-CM-ID', 'Content-Type'];
const ids = ['HDR-01', 'HDR-03', 'HDR-07', 'HDR-10', 'HDR-11'];

/** Sends each header of clause 5.2 twice, as an interceptor does that adds headers instead of setting them. */
function twice(exchange: WireRecord): WireRecord {
  const { request } = exchange;
  const headers = request.headers.flatMap((header) =>
    repeated.some((name) => name.toLowerCase() === header[0].toLowerCase()) ? [header, header] : [header],
  );
  return { ...exchange, request: { ...request, headers } };
}

describe('a header that is sent twice', () => {
  for (const [name, { write }] of Object.entries(trafficFormats))
    it(`is seen in ${name}`, async (t) => {
      const content = write(exchangesOfRun([]).map(twice));
      const { folder } = await auditContent(t, content, ['--subject', 'integrator'], name);
      const failed = readResults(folder).obligations.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(
        failed.map(({ id, breaches = [] }) => [id, breaches[0]?.cause.text]),
        // Chrome leaves Authorization out of this file.
        ids.filter((id) => name !== 'chrome-sanitized.har' || id !== 'HDR-01').map((id) => [id, sentTwice]),
      );
    });
});
