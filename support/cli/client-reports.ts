import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { recordedLines } from '../exchange/recorded-lines';
import { headerLine } from '../exchange/recording-header';
import type { Evidence } from '../exchange/evidence';
import type { ClientName } from '../exchange/exchange';
import type { Basis } from '../judging/basis';
import { resultsOf } from '../judging/results-of';
import { isOurs, recordingName } from '../report/runs/own-files';
import { exactly } from '../report/runs/write-run';
import { readEvidence } from '../report/runs/read-run';
import { writeTraffic } from '../report/runs/write-run';
import { keyOf } from '../traffic/clients/namer';
import { foldersOf } from './client-folders';
import type { JudgedClient } from '../traffic/clients/judged-client';
import type { JudgedTraffic } from '../traffic/ended-traffic';
import { endedOf } from '../traffic/ended-traffic';

/** How much of the recordings is held before it is written, in characters. */
const heldAtMost = 8 * 1024 * 1024;

/**
 * Writes a report of each client into a folder of its own below `clients`; those of an earlier audit go.
 *
 * @param recording of all of them, which says whose each exchange is
 */
export async function writeClients(
  folder: string,
  recording: string,
  basis: Basis,
  { clients = [], evidence }: JudgedTraffic,
): Promise<void> {
  const root = join(folder, 'clients');
  removeEarlier(root);
  const folders = foldersOf(clients.map(({ name }) => name));
  const places = new Map([...folders].map(([key, name]) => [key, join(root, name)]));
  await share(recording, basis, places);
  for (const client of clients) {
    const place = places.get(keyOf(client.name)) ?? root;
    const file = join(place, partName);
    const isOf = isOfClient(client, basis);
    const results = resultsOf(endedOf(basis, client, evidence.filter(isOf)));
    writeTraffic(exactly(place), results, { file, evidence: await readEvidence(file, results), basis });
    rmSync(file, { force: true });
  }
}

const partName = `.${recordingName}`;

function isOfClient({ name }: JudgedClient, basis: Basis): (evidence: Evidence) => boolean {
  return ({ client }) => basis.client !== undefined || keyOf(client ?? unidentified) === keyOf(name);
}

const unidentified: ClientName = { label: 'unidentified', by: 'nothing' };

/** Only what this suite wrote. */
function removeEarlier(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root))
    if (isOurs(join(root, name))) rmSync(join(root, name), { recursive: true, force: true });
}

/** Gives each client its part of the recording, with the first line that states what it is. */
async function share(recording: string, basis: Basis, places: ReadonlyMap<string, string>): Promise<void> {
  const held = new Map<string, string[]>();
  let size = 0;
  const write = (): void => {
    for (const [place, lines] of held) appendFileSync(join(place, partName), lines.join(''));
    held.clear();
    size = 0;
  };
  for (const place of places.values()) {
    mkdirSync(place, { recursive: true });
    // A killed audit may have left one.
    writeFileSync(join(place, partName), headerLine(basis.run.nonce));
  }
  for await (const line of recordedLines(createReadStream(recording))) {
    const text = 'text' in line ? line.text : '';
    const place = places.get(keyOf(basis.client ?? clientIn(text)));
    if (place === undefined) continue;
    const lines = held.get(place) ?? [];
    lines.push(`${text}\n`);
    held.set(place, lines);
    size += text.length;
    if (size > heldAtMost) write();
  }
  write();
}

function clientIn(line: string): ClientName {
  const { client } = JSON.parse(line) as { readonly client?: ClientName };
  return client ?? unidentified;
}
