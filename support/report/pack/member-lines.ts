import type { Readable } from 'node:stream';

/**
 * The lines of a text, as they come. They end at a line feed alone: JSON may hold other characters that some readers
 * take for line ends. Throws where one is longer than `mostCharacters`.
 */
export async function* linesOf(content: Readable, mostCharacters: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    parts[0] = rest + (parts[0] ?? '');
    rest = parts.pop() ?? '';
    yield* parts;
    if (rest.length > mostCharacters) throw new Error(`a line is longer than ${mostCharacters} characters`);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
