import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeForMarkdown } from '../../scripts/site/page';

describe('a text in Markdown', () => {
  it('is what it says, whatever it holds', () => {
    assert.equal(
      escapeForMarkdown(' a | <b>\n\n# [c](d) {{ e }} '),
      'a \\| \\<b\\> \\# \\[c\\]\\(d\\) \\{\\{ e \\}\\}',
    );
  });
});
