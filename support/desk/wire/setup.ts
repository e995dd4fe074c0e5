/** What is told of the area while it goes on. */
export interface SetupEvent {
  readonly type: `setup.${string}`;
}
