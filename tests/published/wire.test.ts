import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { operations } from '../../support/contract/operations';
import type { Exchange } from '../../support/exchange/exchange';
import { documentedOperations, whereDocumented } from '../contract/documented-operations';
import { copyCachedRun } from '../runs/kept';
import { wrongWithAnswer, wrongWithRequest } from './judge-messages';
import { evidenceIn } from '../recorded-lines';

/** What both subjects said to each other in a whole run, as far as the contract names an operation for it. */
async function recorded(): Promise<Exchange[]> {
  const { folder } = await copyCachedRun('self-test');
  const evidence = evidenceIn(join(folder, 'recording.jsonl'));
  return evidence.filter((each): each is Exchange => each.kind === undefined && each.operation !== undefined);
}

const isMeantWell = ({ sender, asked }: Exchange): boolean => sender !== 'suite' || asked?.part === 'valid';

describe('the OpenAPI documents and a whole self-test', { timeout: 120_000 }, () => {
  let exchanges: readonly Exchange[] = [];
  before(async () => {
    exchanges = await recorded();
  });

  it('agree on every request that is to be valid, and each operation has some', () => {
    const valid = exchanges.filter(isMeantWell);
    const sent = new Set(valid.map(({ operation }) => operation));
    for (const { id } of operations)
      assert.equal(
        sent.has(id),
        documentedOperations[id].inSelfTest,
        sent.has(id)
          ? `The self-test sends ${id}: set inSelfTest to true in ${whereDocumented}.`
          : `The self-test sends no valid ${id}. Add a scenario, or set inSelfTest to false in ${whereDocumented}.`,
      );
    for (const exchange of valid)
      assert.deepEqual(
        wrongWithRequest(exchange),
        [],
        `exchange ${exchange.seq}, ${exchange.operation ?? ''}`,
      );
  });

  it('agree on every answer', () => {
    const answered = exchanges.filter(({ response }) => response !== undefined);
    assert.ok(answered.length > 100);
    for (const exchange of answered)
      assert.deepEqual(
        wrongWithAnswer(exchange),
        [],
        `exchange ${exchange.seq}, ${exchange.operation ?? ''}`,
      );
  });

  it('agree on requests that are wrong by their form: each has the one mistake that was made', () => {
    const wrong = exchanges.filter((each) => !isMeantWell(each)).flatMap(wrongWithRequest);
    for (const mistake of [
      'REQUEST-ID',
      'bearer',
      'bearer_auth',
      "body: data must have required property 'clientSecret'",
      'body: data/grantType must be equal to constant',
      'body: data/action must be equal to one of the allowed values',
    ])
      assert.ok(wrong.includes(mistake), `${mistake} is not among ${wrong.join('; ')}`);
  });

  it('disagree on an answer with a member less', () => {
    const session = exchanges.find(
      (each) => each.operation === 'session.create' && each.response?.status === 200,
    );
    assert.ok(session?.response?.body);
    const { response } = session;
    const text = JSON.stringify({
      ...(JSON.parse(session.response.body.text) as object),
      expiresIn: undefined,
    });
    const changed = { ...session, response: { ...response, body: { ...session.response.body, text } } };
    assert.deepEqual(wrongWithAnswer(changed), ["body: data must have required property 'expiresIn'"]);
  });
});
