const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', '\\': '\\' };

/**
 * Reads the escapes of a value in a cell: `\s` is a blank, `\n` a line end, and `\\` a backslash. A cell can neither
 * begin nor end with a bare blank, because Gherkin removes it. Throws for any other escape. Gherkin reads `\n` and `\\`
 * of a table first, so a backslash in the value is written as four backslashes in a table.
 */
export function readEscapes(text: string): string {
  return text.replace(/\\([^]?)/g, (escape, letter: string) => {
    const read = escapes[letter];
    if (read === undefined)
      throw new Error(`Unknown escape ${escape} in: ${text}\nThe known escapes are \\s, \\n and \\\\`);
    return read;
  });
}

/** Parses the JSON of a cell. Its texts may contain `\s` and a line end, beside the escapes of JSON. */
export function readJson(text: string): unknown {
  const json = text
    .replace(/\\([^])/g, (escape, letter: string) => (letter === 's' ? ' ' : escape))
    .replaceAll('\n', '\\n');
  return JSON.parse(json);
}
