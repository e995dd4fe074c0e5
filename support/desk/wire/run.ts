/** What is told of the area while it goes on. */
export interface RunEvent {
  readonly type: `run.${string}`;
}
