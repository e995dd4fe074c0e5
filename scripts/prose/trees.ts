import type { TextlintPluginProcessor } from '@textlint/types';

type Processor = ReturnType<TextlintPluginProcessor['processor']>;
export type Tree = Extract<ReturnType<Processor['preProcess']>, { type: unknown }>;
export type Part = Tree['children'][number];

/** A part of a text, as a node of textlint with the words of that part. */
export function partOf(text: string, type: 'Paragraph' | 'Table', start: number, end: number): Part {
  const at = {
    raw: text.slice(start, end),
    range: [start, end] as [number, number],
    loc: locOf(text, start, end),
  };
  return { ...at, type, children: [{ ...at, type: 'Str', value: at.raw }] } as Part;
}

/** A text with its parts. */
export function treeOf(text: string, children: Part[]): Tree {
  const loc = locOf(text, 0, text.length);
  return { type: 'Document', raw: text, range: [0, text.length], loc, children };
}

/** A text as one paragraph, so that a phrase is found across lines. */
export function plainTree(text: string): Tree {
  return treeOf(text, [partOf(text, 'Paragraph', 0, text.length)]);
}

/** The plugin of textlint for files of one ending. */
export function pluginFor(ending: string, treeOfText: (text: string) => Tree) {
  class ProcessorOfTrees implements TextlintPluginProcessor {
    availableExtensions(): string[] {
      return [ending];
    }

    processor(): Processor {
      return {
        preProcess: treeOfText,
        postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? '' }),
      };
    }
  }
  return { Processor: ProcessorOfTrees };
}

function locOf(text: string, start: number, end: number): Tree['loc'] {
  return { start: placeOf(text, start), end: placeOf(text, end) };
}

function placeOf(text: string, offset: number): Tree['loc']['start'] {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)?.length ?? 0 };
}
