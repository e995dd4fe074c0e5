import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishIn } from '../report/embedded-run';

/** What came of a self-test, by id of an obligation or place of a scenario. */
export type Verdicts = Readonly<Record<string, string>>;

type Came = readonly [place: string, verdict: string];

async function verdictsIn(order: number): Promise<Verdicts> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-soak-'));
  try {
    const subjects = ['service', 'integrator'] as const;
    const selection = { order: `random:${order}` } as const;
    const { results } = await finishIn(folder, { subjects, seams: { selection } });
    return Object.fromEntries(
      results.obligations.flatMap<Came>(({ id, verdict, scenarios, facets = [] }) => [
        [id, verdict],
        ...facets.map((facet): Came => [`${id} ${facet.name}`, facet.verdict]),
        ...scenarios.map((each): Came => [`${id} ${each.location}`, each.verdict]),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// A process that takes one order after another, so that one run meets what another left behind.
process.on('message', (order: number) => {
  void verdictsIn(order).then((verdicts) => process.send?.(verdicts));
});
