import { join } from 'node:path';
import type { TextlintKernelRule } from '@textlint/kernel';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import prh from 'textlint-rule-prh';
import { featureTree } from './feature-tree';
import { isReadThrough, root } from './files';
import { plainTree, pluginFor } from './trees';
import { sentenceWords } from './sentence-words';
import { onlyProse, proseInSource } from './source-prose';

/** A passage that a native engineer would not write. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is wrong with it, and what to write in its place. */
  readonly message: string;
}

const phrases: TextlintKernelRule = {
  ruleId: 'prh',
  rule: prh,
  options: { rulePaths: [join(root, 'docs/style/phrases.yml')] },
};
const sentences: TextlintKernelRule = { ruleId: 'sentence-words', rule: sentenceWords };

const kernel = new TextlintKernel();

/** The phrases of one file that are on the list, and its sentences that are too long in what people read through. */
export async function lintProse(file: string, text: string): Promise<Finding[]> {
  const isSource = /\.(tsx?|cjs)$/.test(file);
  const read = isSource ? onlyProse(text, proseInSource(text, file)) : text;
  const { messages } = await kernel.lintText(read, {
    filePath: file,
    ext: /\.(md|feature)$/.exec(file)?.[0] ?? '.plain',
    plugins: [
      { pluginId: 'markdown', plugin: markdown },
      { pluginId: 'feature', plugin: pluginFor('.feature', featureTree) },
      { pluginId: 'plain', plugin: pluginFor('.plain', plainTree) },
    ],
    rules: isReadThrough(file) ? [phrases, sentences] : [phrases],
  });
  return messages.map(({ loc, message }) => ({
    file,
    line: loc.start.line,
    column: loc.start.column,
    message: message.replace(/\s+/g, ' ').trim(),
  }));
}
