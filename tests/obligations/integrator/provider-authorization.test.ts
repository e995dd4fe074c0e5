import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import { plainTextOrEmpty } from '../../plain';
import { numberedAccessToken } from '../recorded';
import { edit, replaceFacts, replaceHeader } from './edits';
import type { JourneyStep } from './exchanges';
import { playSteps, session } from './exchanges';
import { concludeFromEvidence } from './judge';
import { checkEligibility } from './payer-exchanges';

const carrying = (header: 'authorization' | 'bearer_auth', value: string, pseudonym: string): JourneyStep =>
  edit(
    checkEligibility(),
    replaceHeader('Authorization'),
    replaceHeader(header, value),
    replaceFacts({ tokens: { [`request:${header}`]: { pseudonym, jwt: true } } }),
  );

const issued = numberedAccessToken(1);
const inAuthorization = carrying('authorization', `Bearer ${issued}`, issued);
const inBearerAuth = carrying('bearer_auth', `Bearer ${issued}`, issued);
const bare = carrying('bearer_auth', issued, issued);
const foreign = carrying('bearer_auth', `Bearer ${numberedAccessToken(7)}`, numberedAccessToken(7));
const inNeither = edit(checkEligibility(), replaceHeader('Authorization'));

/** Returns the cause of the breach of HDR-01, or an empty text without a breach. */
function causeUnder(overrides: ReadingOverrides, submission: JourneyStep): string {
  const readings = resolveReadings(overrides);
  const { breaches, observations } = concludeFromEvidence('HDR-01', playSteps([session(), submission]), {
    readings,
  });
  assert.equal(observations, 1);
  return plainTextOrEmpty(breaches[0]?.cause);
}

describe('the token of a payer operation', () => {
  it('is in Authorization by default, and the cause names the reading if it is in bearer_auth', () => {
    assert.equal(causeUnder({}, inAuthorization), '');
    assert.match(causeUnder({}, inBearerAuth), /in bearer_auth; .* set the reading provider-authorization$/);
    assert.match(causeUnder({}, inNeither), /without the token/);
  });

  it('is in bearer_auth if the target says so, with or without the word Bearer', () => {
    const readings = { 'provider-authorization': 'bearer_auth' } as const;
    for (const right of [inBearerAuth, bare]) assert.equal(causeUnder(readings, right), '');
    assert.match(causeUnder(readings, inAuthorization), /in bearer_auth on payer operations/);
    assert.match(causeUnder(readings, foreign), /no session of this run gave that token/);
    assert.equal(causeUnder({ ...readings, 'dummy-payer-token': 'target' }, foreign), '');
  });

  it('is in one of the two headers if the target allows either', () => {
    const readings = { 'provider-authorization': 'either' } as const;
    for (const right of [inAuthorization, inBearerAuth, bare]) assert.equal(causeUnder(readings, right), '');
    assert.match(causeUnder(readings, inNeither), /without the token/);
  });
});
