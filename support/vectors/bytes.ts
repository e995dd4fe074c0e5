/**
 * Bytes as the features write them, so that a row shows what tells: hexadecimal, with `ff*30` for thirty bytes ff,
 * `00..1f` for bytes that count up or down, and blanks between the parts. Throws for anything else.
 */
export function bytesOf(cell: string): Buffer {
  return Buffer.concat(cell.split(' ').filter(Boolean).map(partOf));
}

function partOf(part: string): Buffer {
  const [, byte, times] = /^([0-9a-f]{2})\*(\d+)$/.exec(part) ?? [];
  if (byte !== undefined) return Buffer.alloc(Number(times), byte, 'hex');
  const [, first, last] = /^([0-9a-f]{2})\.\.([0-9a-f]{2})$/.exec(part) ?? [];
  if (first !== undefined && last !== undefined) return counting(parseInt(first, 16), parseInt(last, 16));
  if (!/^([0-9a-f]{2})+$/.test(part))
    throw new Error(`"${part}" is not in bytes: write 0aff, ff*30 or 00..1f`);
  return Buffer.from(part, 'hex');
}

function counting(first: number, last: number): Buffer {
  const step = first <= last ? 1 : -1;
  const count = Math.abs(last - first) + 1;
  return Buffer.from(Array.from({ length: count }, (_unused, index) => first + step * index));
}
