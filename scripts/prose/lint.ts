import { join } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import type { TextlintPluginProcessor } from '@textlint/types';
import prh from 'textlint-rule-prh';
import { root } from './files';
import { onlyProse, proseInSource } from './source-prose';

/** A phrase that a native engineer would not write. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The phrase, and what to write in its place. */
  readonly message: string;
}

type Tree = ReturnType<ReturnType<TextlintPluginProcessor['processor']>['preProcess']>;

const phrases = join(root, 'docs/style/phrases.yml');

/** A text as one paragraph, so that a phrase is found across lines. */
class PlainProcessor implements TextlintPluginProcessor {
  availableExtensions(): string[] {
    return ['.plain'];
  }

  processor(): ReturnType<TextlintPluginProcessor['processor']> {
    return {
      preProcess: (text) => paragraphOf(text),
      postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? '' }),
    };
  }
}

function paragraphOf(text: string): Tree {
  const lines = text.split('\n');
  const at = {
    raw: text,
    range: [0, text.length] as [number, number],
    loc: {
      start: { line: 1, column: 0 },
      end: { line: lines.length, column: lines.at(-1)?.length ?? 0 },
    },
  };
  const words = { ...at, type: 'Str', value: text } as const;
  return {
    ...at,
    type: 'Document',
    children: [{ ...at, type: 'Paragraph', children: [words] }],
  };
}

const kernel = new TextlintKernel();

/** The phrases of one file that are on the list. */
export async function lintProse(file: string, text: string): Promise<Finding[]> {
  const isMarkdown = file.endsWith('.md');
  const isSource = /\.(tsx?|cjs)$/.test(file);
  const read = isSource ? onlyProse(text, proseInSource(text, file)) : text;
  const { messages } = await kernel.lintText(read, {
    filePath: file,
    ext: isMarkdown ? '.md' : '.plain',
    plugins: [
      { pluginId: 'markdown', plugin: markdown },
      { pluginId: 'plain', plugin: { Processor: PlainProcessor } },
    ],
    rules: [{ ruleId: 'prh', rule: prh, options: { rulePaths: [phrases] } }],
  });
  return messages.map(({ loc, message }) => ({
    file,
    line: loc.start.line,
    column: loc.start.column,
    message: message.replace(/\s+/g, ' ').trim(),
  }));
}
