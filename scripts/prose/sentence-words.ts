import type { TextlintRuleModule } from '@textlint/types';
import type { Part } from './trees';

/** More words than a reader keeps in mind. */
const mostWords = 25;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * A textlint rule: reports each sentence of a paragraph that is too long. Tables, code and block quotes are left alone.
 * No rule that npm has counts words and finds the end of "It follows RFC 7748.".
 */
export const sentenceWords: TextlintRuleModule = ({ Syntax, RuleError, report, locator }) => ({
  [Syntax.Paragraph](node) {
    if (node.parent?.type === Syntax.BlockQuote) return;
    for (const { segment, index } of sentences.segment(readAloud(node))) {
      const words = segment.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
      if (words <= mostWords) continue;
      const padding = locator.at(index + segment.search(/\S/));
      report(node, new RuleError(`a sentence of ${words} words => at most ${mostWords}`, { padding }));
    }
  },
});

/**
 * The words of a paragraph on one line, each in its place: markup and addresses are blank. Code counts as one word, and
 * so does a text in double quotes: the contract's own words are not ours to shorten.
 */
function readAloud(paragraph: Part): string {
  const [from] = paragraph.range;
  let heard = ' '.repeat(paragraph.raw.length);
  put(paragraph);
  return heard.replace(/"[^"]*"/g, asOneWord).replaceAll('\n', ' ');

  function put(node: Part): void {
    if ('children' in node) for (const child of node.children) put(child);
    else if (node.type === 'Str' || node.type === 'Code') {
      const said = node.type === 'Code' ? asOneWord(node.raw) : node.raw;
      heard = heard.slice(0, node.range[0] - from) + said + heard.slice(node.range[1] - from);
    }
  }
}

/** In capitals, since a sentence may begin with it. */
function asOneWord(text: string): string {
  return 'X'.repeat(text.length);
}
