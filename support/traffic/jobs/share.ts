import { createHash } from 'node:crypto';

/** Which of so many parts a client belongs to: the same one wherever that is asked. */
export function shareOf(client: string, parts: number): number {
  return createHash('sha256').update(client).digest().readUInt32BE(0) % parts;
}
