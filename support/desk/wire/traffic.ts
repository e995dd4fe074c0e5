/** What is told of the area while it goes on. */
export interface TrafficEvent {
  readonly type: `traffic.${string}`;
}
