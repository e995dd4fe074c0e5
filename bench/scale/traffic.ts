import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generate } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';

/** How many clients take turns in each file. */
export const clients = 20;

export const clientIds = Array.from({ length: clients }, (_none, index) => `SBX_${index + 1}`);

/**
 * Writes what several clients send, in turn. Where tokens claim no client id, all but requests for sessions are loose: only
 * the answers that grant the tokens tell whose they are.
 */
export async function writeTraffic(file: string, exchanges: number, isLoose: boolean): Promise<void> {
  const all = clientIds.map((clientId, index) => {
    const tokens = isLoose ? { opaque: true as const } : { claimed: clientId };
    return generate({ exchanges: Math.ceil(exchanges / clients), seed: index + 1, clientId, ...tokens });
  });
  const out = createWriteStream(file);
  const empty = JSON.stringify(harOf([], { creator: 'bench' }));
  out.write(empty.slice(0, -3));
  let separator = '';
  for (let turn = 0; turn < exchanges; turn += 1) {
    const next = all[turn % clients]?.next();
    if (next === undefined || next.done === true) break;
    const [entry] = harOf([next.value], { creator: 'bench' }).log.entries;
    if (!out.write(separator + JSON.stringify(entry))) await once(out, 'drain');
    separator = ',';
  }
  out.end(empty.slice(-3));
  await once(out, 'finish');
}
