import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DemandedHeader } from '../../support/contract/demanded-headers';
import { headersDemandedBy } from '../../support/contract/demanded-headers';
import type { Operation } from '../../support/contract/operations';
import { operationPath, operations } from '../../support/contract/operations';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { JudgingLoop } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import { exampleBases } from '../../support/published/deployment';
import { makeExchange, sessionExchange, token } from './exchanges';
import { recorded } from './recorded';

/** A right value of each header that a request can be obliged to have. */
const rightValues: Readonly<Record<DemandedHeader, string>> = {
  Authorization: 'Bearer access-token-of-the-tests-1',
  bearer_auth: 'Bearer access-token-of-the-tests-1',
  'REQUEST-ID': '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1',
  TIMESTAMP: '1970-01-01T00:16:40.000Z',
  'X-CM-ID': 'sbx',
  'X-HIP-ID': 'IN0410000183',
  'Content-Type': 'application/json',
  Accept: 'application/json',
};

function requestOf({ id, service, method }: Operation, names: readonly DemandedHeader[]): Exchange {
  return makeExchange({
    sender: 'integrator',
    service,
    operation: id,
    method,
    url: exampleBases[service] + operationPath(id),
    ...(method === 'POST' && { sent: {} }),
    requestHeaders: names.map((name) => [name, rightValues[name]] as const),
    ...(names.includes('Authorization') && {
      facts: { scheme: 'https', loopback: false, tokens: { 'request:authorization': token('1') } },
    }),
  });
}

/** The obligations that a request breaks, under these readings. */
function brokenBy(request: Exchange, overrides: ReadingOverrides): readonly string[] {
  const context = { readings: resolveReadings(overrides) };
  const loop = new JudgingLoop(contractObligations.judged, context);
  const { seq: _seq, ...session } = sessionExchange({}, { sender: 'integrator' });
  const exchanges = [session, request].map((each, index) => ({ ...each, seq: index + 1 }));
  for (const each of recorded(exchanges, context)) loop.observe(each);
  const conclusions = [...loop.conclude()];
  return conclusions
    .filter(([, { breaches }]) => breaches.some((breach) => breach.exchanges.includes(2)))
    .map(([id]) => id);
}

/** Readings that demand headers which the document leaves open, for one operation. */
const readingsFor = (id: Operation['id']): Readonly<Record<string, ReadingOverrides>> => ({
  'the default readings': {},
  'bridge-scoped': { 'bridge-scoped': [id] },
  'consent-paths': { 'consent-paths': [operationPath(id)] },
  'trigger-authorization': { 'trigger-authorization': 'required' },
  'provider-authorization': { 'provider-authorization': 'bearer_auth' },
});

describe('a header that a request must have is missed by an obligation', () => {
  for (const operation of operations)
    for (const [name, overrides] of Object.entries(readingsFor(operation.id)))
      test(`${operation.id} under ${name}`, () => {
        const demanded = [...headersDemandedBy(operation, resolveReadings(overrides))];
        const before = brokenBy(requestOf(operation, demanded), overrides);
        for (const header of demanded) {
          const rest = demanded.filter((each) => each !== header);
          const broken = brokenBy(requestOf(operation, rest), overrides);
          assert.notDeepEqual(
            broken.filter((id) => !before.includes(id)),
            [],
            `No obligation fails for ${operation.id} without ${header}. Add an obligation with the field ` +
              `header: '${header}', whose judge asks mustHaveHeader().`,
          );
        }
      });
});

test('an obligation about a header is not about a request that has it', () => {
  const about = contractObligations.judged.filter(({ header }) => header !== undefined).map(({ id }) => id);
  assert.ok(about.length > 5);
  for (const operation of operations) {
    const broken = brokenBy(requestOf(operation, [...headersDemandedBy(operation)]), {});
    assert.deepEqual(
      broken.filter((id) => about.some((each) => each === id)),
      [],
      operation.id,
    );
  }
});
