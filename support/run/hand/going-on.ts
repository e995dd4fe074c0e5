/** How a run by hand goes on that was cut short, for who is at a terminal. */
export const goesOnByResume = 'the same command with --resume goes on from here';
