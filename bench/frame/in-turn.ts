import { leastRounds } from './figure';

/**
 * Measures all sides in turn, round by round, so that ratios hold when the machine's speed drifts. Each side goes once
 * before, uncounted: caches are warm then, as they are for those who use a thing daily.
 */
export async function inTurn<Side extends string, Sample>(
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
