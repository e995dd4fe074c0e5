/**
 * Takes what has no room in memory, and reads it again. Rules know nothing else of files: what they run in gives them
 * one.
 */
export interface Spill {
  /** How many keys a rule keeps in memory before it puts them here. */
  readonly keysInMemory: number;
  /** Keeps the bytes, and tells where they begin. */
  append(bytes: Uint8Array): number;
  /** Fills the buffer with what stands there. */
  read(at: number, into: Uint8Array): void;
}
