import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../exchange/evidence';
import type { ClientName } from '../exchange/exchange';
import { recordedLines, isHeaderLine } from '../exchange/recording';
import type { Basis } from '../judging/basis';
import { resultsOf } from '../judging/results-of';
import { isOurs, recordingName } from '../report/runs/own-files';
import { readEvidence } from '../report/runs/read-run';
import { exactly, writeTraffic } from '../report/runs/write-run';
import { keyOf } from '../traffic/clients/client-names';
import type { JudgedClient } from '../traffic/clients/together';
import type { JudgedTraffic } from '../traffic/ended-traffic';
import { endedOf } from '../traffic/ended-traffic';

/** How much of the recordings is held before it is written, in characters. */
const heldAtMost = 8 * 1024 * 1024;
const mostOfHead = 1024 * 1024;

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
  const head = headOf(recording);
  for (const place of places.values()) {
    mkdirSync(place, { recursive: true });
    // A killed audit may have left one.
    writeFileSync(join(place, partName), head);
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

/** Its first line, with the line end. */
function headOf(recording: string): string {
  const file = openSync(recording, 'r');
  try {
    const start = Buffer.alloc(mostOfHead);
    const text = start.toString('utf8', 0, readSync(file, start));
    return isHeaderLine(text) ? text.slice(0, text.indexOf('\n') + 1) : '';
  } finally {
    closeSync(file);
  }
}

function clientIn(line: string): ClientName {
  const { client } = JSON.parse(line) as { readonly client?: ClientName };
  return client ?? unidentified;
}

/** Windows keeps these names for devices, whatever stands behind their first dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A folder for each client, which every system allows: its label, and what it is known by where two have the same or one
 * like it.
 */
export function foldersOf(names: readonly ClientName[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(names, keyIn);
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const others = alike.get(keyIn(name)) ?? [];
      const at = others.indexOf(name) + 1;
      let folder =
        others.length === 1 ? allowed(name) : `${allowed(name)}-${name.by.replaceAll(' ', '-')}-${at}`;
      // Another client may be called what this one's folder is.
      while (taken.has(folder.toLowerCase())) folder += '_';
      taken.add(folder.toLowerCase());
      return [keyOf(name), folder];
    }),
  );
}

/** Some systems tell no upper case from lower case. */
const keyIn = (name: ClientName): string => allowed(name).toLowerCase();

/** Windows drops dots at the end. */
function allowed({ label }: ClientName): string {
  const named = label.endsWith('.') ? `${label}_` : label;
  return device.test(named) ? `client-${named}` : named;
}
