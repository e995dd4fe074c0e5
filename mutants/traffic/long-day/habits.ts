/** How the parties of a generated day behave, as far as the seed does not decide it. */
export interface DayHabits {
  /** How many clients the day has. Undefined if the seed decides. */
  readonly clients?: number;
}

export const usualHabits: DayHabits = {};
