import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObligationResult } from '../../support/judging/verdict';
import { renderings } from './renderings';
import { brokenRow, sampleResults } from './sample-results';

describe('an obligation that was broken more often than results keep', () => {
  /** Each rendering by its name. */
  const render = (change: Partial<ObligationResult>): [string, string][] => {
    const results = sampleResults({ 'CRT-02': { ...brokenRow('CRT-02', { times: 20 }), ...change } });
    return Object.entries(renderings).map(([name, of]) => [name, of(results)]);
  };

  it('is reported with both numbers, and with no promise that the other breaches are elsewhere', () => {
    const texts = render({ broken: 43 });
    for (const [name, text] of texts) assert.doesNotMatch(text, /the others are in/i, name);
    const telling = texts.filter(([, text]) => /broken 43 times, 20 kept/i.test(text)).map(([name]) => name);
    for (const name of ['the terminal', 'compliance.html', 'junit.xml'])
      assert.ok(telling.includes(name), name);
  });

  it('its twin has all of them in the results, and reports say so', () => {
    const texts = render({ broken: 20 });
    for (const [name, text] of texts) assert.doesNotMatch(text, / kept in results\.json/, name);
    assert.ok(texts.some(([, text]) => text.includes('the others are in results.json')));
  });
});
