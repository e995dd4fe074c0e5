import { leastRounds } from './figure';

/**
 * Measures several programs or functions (`sides`) in turn, round by round, so that their ratios stay
 * comparable even if the machine's speed changes. Before the first round, runs each side once to warm caches.
 * Returns the samples of each side, in the order of the rounds.
 */
export async function measureInTurn<Side extends string, Sample>(
  sides: Readonly<Record<Side, () => Promise<Sample> | Sample>>,
  rounds: number = leastRounds,
): Promise<Record<Side, Sample[]>> {
  const names = Object.keys(sides) as Side[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Sample[]>;
  for (const name of names) await sides[name]();
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) samples[name].push(await sides[name]());
  return samples;
}
