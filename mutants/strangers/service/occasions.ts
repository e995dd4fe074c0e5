/** Values with which some faults cannot show, although they replace no common part. */
export const withoutOccasion: readonly {
  /** The names of the faults. */
  readonly by: readonly string[];
  readonly words: readonly string[];
  readonly reason: string;
}[] = [];
