const lineEnd = 0x0a;

/**
 * The line of one exchange in a recording, found by its bytes alone: nothing of what stands before it is read.
 * `undefined` where there is none, or it is not whole.
 */
export async function lineOf(seq: number, recording: AsyncIterable<Buffer>): Promise<string | undefined> {
  // A line feed within JSON is escaped: these bytes begin a line, and nothing else.
  const wanted = Buffer.from(`\n{"seq":${seq},`);
  let isFound = false;
  let rest: Buffer = Buffer.from('\n');
  for await (const chunk of recording) {
    rest = Buffer.concat([rest, chunk]);
    const at: number = isFound ? -1 : rest.indexOf(wanted);
    if (at >= 0) rest = rest.subarray(at + 1);
    isFound ||= at >= 0;
    const end = isFound ? rest.indexOf(lineEnd) : -1;
    if (end >= 0) return rest.subarray(0, end).toString('utf8');
    if (!isFound) rest = rest.subarray(-wanted.length + 1);
  }
  return undefined;
}
