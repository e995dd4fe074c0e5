import { leastRounds } from './figure';

/**
 * Measures all sides in turn, round by round, so that ratios are right even if the machine's speed changes.
 * Runs each side once before the first round to warm caches. Returns the samples of each side, in the order
 * of the rounds.
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
