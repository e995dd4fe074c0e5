import { clientText } from '../../exchange/exchange';
import type { Results } from '../../judging/results';

/** A client of recorded traffic, as every report tells of it. */
export interface ToldClient {
  /** `SBX_1 (by client id)` */
  readonly name: string;
  readonly exchanges: number;
  readonly failed: readonly string[];
  /** `integrator: does not conform, service: conforms`, and what was broken, by its ids. */
  readonly outcome: string;
}

export function clientsOf({ clients = [] }: Results): ToldClient[] {
  return clients.map(({ exchanges, overall, failed, ...client }) => {
    const verdicts = Object.entries(overall).map(
      ([subject, verdict]) => `${subject}: ${verdict.replaceAll('-', ' ')}`,
    );
    const broken = failed.length === 0 ? '' : `; broken: ${failed.join(', ')}`;
    return {
      name: clientText(client),
      exchanges,
      failed,
      outcome: `${verdicts.join(', ')}${broken}`,
    };
  });
}
