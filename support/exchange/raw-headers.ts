/** Header fields in the order and spelling of the wire, from node's flat list of names and values. */
export function pairs(raw: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = [];
  // A proxy does this several times for each request: Array.from takes five times as long.
  for (let at = 0; at + 1 < raw.length; at += 2) found.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return found;
}
