/** What is told of the area while it goes on. */
export interface HandEvent {
  readonly type: `hand.${string}`;
}
