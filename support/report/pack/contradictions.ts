import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import { parseResults } from '../read-reports';
import type { Results } from '../../judging/results';
import type { Manifest } from './manifest';
import { statedOf } from './manifest';
import { reportOf } from '../model/report';
import { counted } from '../wording';
import { planOf } from './plan-file';
import type { Seen } from './zip-content';

/** What is known of the members that say something about each other. */
type Members = ReadonlyMap<string, Seen>;

const names: Readonly<Record<keyof ReturnType<typeof statedOf>, string>> = {
  suite: 'the suite',
  runId: 'the id of the run',
  finishedAt: 'the end of the run',
  product: 'the product',
  overall: 'the overall verdict',
  selfTest: 'whether it is a self-test',
};

/** Where the members of a pack contradict its manifest or each other, one sentence each. */
export function contradictionsIn(manifest: Manifest, members: Members): string[] {
  const text = members.get('results.json')?.content?.toString('utf8');
  // One that is missing, or cannot be unpacked, is reported as such.
  if (text === undefined) return [];
  let results: Results;
  try {
    results = parseResults(text, 'results.json');
  } catch (error) {
    if (error instanceof ConfigurationError) return [`results.json ${error.message}`];
    throw error;
  }
  const stated = statedOf(results);
  const differing = (Object.keys(names) as (keyof typeof names)[]).filter(
    (each) => !isDeepStrictEqual(manifest[each], stated[each]),
  );
  const lines = members.get('recording.jsonl')?.lines ?? results.exchanges;
  const plan = members.get('plan.json')?.content?.toString('utf8');
  return [
    ...differing.map(
      (each) =>
        `${names[each]}: the manifest says ${JSON.stringify(manifest[each])}, and results.json ${JSON.stringify(stated[each])}`,
    ),
    ...(lines === results.exchanges
      ? []
      : [
          `recording.jsonl holds ${counted(lines, 'exchange')}, and results.json counts ${results.exchanges}`,
        ]),
    ...(plan === undefined || isPlanOf(results, plan)
      ? []
      : ['plan.json is not the plan that results.json was made by']),
  ];
}

function isPlanOf(results: Results, text: string): boolean {
  // As JSON has it: without members that are undefined.
  const wanted = JSON.parse(JSON.stringify(planOf(reportOf(results)))) as unknown;
  return isDeepStrictEqual(
    attempt(() => JSON.parse(text) as unknown),
    wanted,
  );
}
