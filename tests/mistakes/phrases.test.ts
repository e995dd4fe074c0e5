import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changes } from '../../support/scenarios/mistakes/change';
import { readEscapes, readJson } from '../../support/scenarios/mistakes/escapes';
import { conversationWith } from '../../support/scenarios/mistakes/payer';
import { fixedPhrases, readPhrase } from '../../support/scenarios/mistakes/phrases';
import { recordingWith } from '../../support/scenarios/mistakes/recordings';
import { sealedSlip } from '../../support/scenarios/mistakes/transfers';

describe('escapes', () => {
  it('write a blank, a line end and a backslash', () => {
    assert.equal(readEscapes(String.raw`a\sb\n`), 'a b\n');
    assert.equal(readEscapes(String.raw`C:\\system`), String.raw`C:\system`);
  });

  it('are refused if they are unknown, with a list of the known ones', () => {
    assert.throws(
      () => readEscapes(String.raw`a\tb`),
      /Unknown escape \\t in: a\\tb\nThe known escapes are \\s/,
    );
    assert.throws(() => readEscapes('a\\'), /Unknown escape/);
  });

  it('stand in JSON beside those of JSON', () => {
    assert.deepEqual(readJson(String.raw`{"a":"x\s\n\u0041\\s"}`), { a: 'x \nA\\s' });
    assert.deepEqual(readJson('"a\n"'), 'a\n');
  });
});

describe('phrases', () => {
  const pair = {
    ...fixedPhrases({ 'no callback': 'none' }),
    'states "<value>" and "<value>"': (first: string, second: string) => `${first}+${second}`,
    'status <status>': (status: string) => status,
  };

  it('have parts that differ from row to row', () => {
    assert.equal(readPhrase(pair, 'no callback', 'change'), 'none');
    assert.equal(readPhrase(pair, String.raw`states "a\s" and ""`, 'change'), 'a +');
    assert.throws(() => readPhrase(pair, 'status 40', 'change'), /most similar phrase is: status <status>/);
  });

  it('are listed if a text is none of them, the most similar one first', () => {
    assert.throws(() => readPhrase(pair, 'no callbacks', 'change'), {
      message: [
        'Unknown change: no callbacks',
        'The most similar phrase is: no callback',
        'The known phrases are:',
        '  no callback',
        '  states "<value>" and "<value>"',
        '  status <status>',
      ].join('\n'),
    });
  });

  it('of a message are those that its error lists', async () => {
    await assert.rejects(
      async () => recordingWith('one v3 request', 'the TIMESTAMP left out', 'integrator'),
      ({ message }: Error) => Object.keys(changes).every((phrase) => message.includes(`\n  ${phrase}`)),
    );
  });

  it('of conversations, transfers and recordings are listed as well', async () => {
    const known =
      /most similar phrase is: another cycle's id on the reply\n[^]*<change> in one of three cycles/;
    await assert.rejects(
      conversationWith('an approved claim', "a reply under another cycle's id", 'integrator'),
      known,
    );
    assert.throws(
      () => sealedSlip('the IV is the first 16 bytes'),
      /similar phrase is: the IV is the (fir|la)st/,
    );
    assert.throws(
      () => recordingWith('the calls of a server', 'x', 'integrator'),
      /similar phrase is: the calls of a client/,
    );
  });
});
