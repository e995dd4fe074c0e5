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
import { recordedLines, isRecordingHeader } from '../exchange/recording';
import type { Basis } from '../judging/basis';
import { buildResults } from '../judging/build-results';
import { hasOwnResults, recordingName } from '../report/runs/own-files';
import { readEvidence } from '../report/runs/read-run';
import { destinationWithoutHistory, writeTrafficReports } from '../report/runs/write-run';
import { keyOfClientName } from '../traffic/clients/client-namer';
import type { JudgedClient } from '../traffic/clients/combine-clients';
import type { JudgedTraffic } from '../traffic/ended-traffic';
import { endedOf } from '../traffic/ended-traffic';

/** Number of buffered characters above which the recorded lines are written to their files. */
const heldAtMost = 8 * 1024 * 1024;
const mostOfHead = 1024 * 1024;

/**
 * Writes a report for each client into its own folder below `clients`. Removes the client reports of an
 * earlier audit.
 *
 * @param recording path of the recording of all clients; each line in it names its client
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
    const place = places.get(keyOfClientName(client.name)) ?? root;
    const file = join(place, partName);
    const isOf = isOfClient(client, basis);
    const results = buildResults(endedOf(basis, client, evidence.filter(isOf)));
    writeTrafficReports(destinationWithoutHistory(place), results, {
      file,
      evidence: await readEvidence(file, results),
      basis,
    });
    rmSync(file, { force: true });
  }
}

const partName = `.${recordingName}`;

function isOfClient({ name }: JudgedClient, basis: Basis): (evidence: Evidence) => boolean {
  return ({ client }) =>
    basis.client !== undefined || keyOfClientName(client ?? unidentified) === keyOfClientName(name);
}

const unidentified: ClientName = { label: 'unidentified', by: 'nothing' };

/** Removes the folders below `root` that this suite wrote, and no others. */
function removeEarlier(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root))
    if (hasOwnResults(join(root, name))) rmSync(join(root, name), { recursive: true, force: true });
}

/** Splits the recording into one file for each client. Each file begins with the recording's header line. */
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
    // Overwrite the file, because a killed audit may have left one with this name.
    writeFileSync(join(place, partName), head);
  }
  for await (const line of recordedLines(createReadStream(recording))) {
    const text = 'text' in line ? line.text : '';
    const place = places.get(keyOfClientName(basis.client ?? clientIn(text)));
    if (place === undefined) continue;
    const lines = held.get(place) ?? [];
    lines.push(`${text}\n`);
    held.set(place, lines);
    size += text.length;
    if (size > heldAtMost) write();
  }
  write();
}

/** Returns a recording's header line with its line break; an empty string if the first line is not a header. */
function headOf(recording: string): string {
  const file = openSync(recording, 'r');
  try {
    const start = Buffer.alloc(mostOfHead);
    const text = start.toString('utf8', 0, readSync(file, start));
    return isRecordingHeader(text) ? text.slice(0, text.indexOf('\n') + 1) : '';
  } finally {
    closeSync(file);
  }
}

function clientIn(line: string): ClientName {
  const { client } = JSON.parse(line) as { readonly client?: ClientName };
  return client ?? unidentified;
}

/** Windows reserves these names for devices, with any file extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Maps each client's key to a folder name that every operating system allows. The folder name is the client's
 * label. Labels that are equal except for case get a suffix: the way in which the client was identified, and
 * a number.
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
      // Append underscores until the name is unique: a name with a suffix may equal another client's label.
      while (taken.has(folder.toLowerCase())) folder += '_';
      taken.add(folder.toLowerCase());
      return [keyOfClientName(name), folder];
    }),
  );
}

/** Returns the folder name in lower case for comparisons, because many file systems are case-insensitive. */
const keyIn = (name: ClientName): string => allowed(name).toLowerCase();

/**
 * Converts a client's label to a folder name that is valid on every operating system. Appends `_` to a label
 * that ends with a dot, because Windows drops the dot.
 */
function allowed({ label }: ClientName): string {
  const named = label.endsWith('.') ? `${label}_` : label;
  return device.test(named) ? `client-${named}` : named;
}
