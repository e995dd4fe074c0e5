/** Changes of Thens that nobody can notice, because the changed Then is true of every conforming subject as well. */
export interface TrueAnyway {
  /** Matches the whole name of the change, as {@link Altered.tried} has it. */
  readonly change: RegExp;
  readonly reason: string;
}

export const trueAnyway: readonly TrueAnyway[] = [
  {
    change: /\{memberWords .* or ".*, misspelt /,
    reason: 'The subject uses only the other words of the list. A list without them is noticed.',
  },
  {
    change: /: no gateway request goes to a path of "v\d" \{.*, misspelt /,
    reason: 'No request goes to a version that does not exist.',
  },
  {
    change: /: "[\w.]+" of its key material [^{]*$/,
    reason: 'The key material of other scenarios is right, too.',
  },
  {
    change: /: the cycle is as it was before, or "queried" \{string "queried"/,
    reason: "The cycle of the suite's own client keeps its state, so the other word is not used.",
  },
  {
    change: /: the cycle is as it was before, or "queried"$/,
    reason: 'The cycle of every scenario with callbacks keeps its state or is queried.',
  },
];
