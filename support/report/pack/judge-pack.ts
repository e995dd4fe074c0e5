import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findDuplicateMember, isObject, parseJson } from '../../contract/json';
import { checkSchema } from '../../contract/schemas';
import type { Evidence } from '../../exchange/evidence';
import { formatClientName } from '../../exchange/exchange';
import type { RedactionSettings } from '../../exchange/recording';
import { isRecordingHeader, redactionSettingsInLine, nonceIn, strangerIn } from '../../exchange/recording';
import type { Basis } from '../../judging/basis';
import { basisVersion } from '../../judging/basis';
import type { Results } from '../../judging/results';
import { notKeptReasons } from '../../judging/keeping';
import { referencedSeqs } from '../evidence';
import { renderFiles } from '../files';
import { cucumberFileNames } from '../messages';
import { ExchangeTimes } from './pack-times';
import type { OpenZip, SeenMember } from './zip';
import { basisName, recordingName } from '../runs/own-files';
import { EvidencePicker, RecordedReader } from '../runs/read-run';
import type { FoundSignOff } from '../sign-off/sign-off';
import { whyReadingInvalid } from '../../targets/check-readings';
import { judgeAgain } from '../../traffic/judge-again';
import { profileOdds } from './profile-odds';
import { scenarioOdds, unshownScenarios } from './pack-scenarios';

/** A pack whose members are what its manifest says. */
interface Judgeable {
  readonly zip: OpenZip;
  readonly members: ReadonlyMap<string, SeenMember>;
  readonly results: Results;
  readonly signOff: FoundSignOff | undefined;
  /** Its files were rendered by this suite; another one that judges alike may render them otherwise. */
  readonly isRenderedHere: boolean;
  /** Reads the public key that must have signed the field profile of the target. Called only if that is signed. */
  readonly profileKey: (() => KeyObject | undefined) | undefined;
}

/** Larger recordings of runs, which are judged in memory, are refused. */
const mostRunBytes = 512 * 1024 ** 2;

const [messagesName] = cucumberFileNames;

/**
 * Judges the recording of a pack again, and renders all files from it again that this suite rendered: what does not
 * follow from the recording, one sentence each.
 */
export async function judgePack(pack: Judgeable): Promise<string[]> {
  const { zip, members, results, signOff, isRenderedHere, profileKey } = pack;
  const basis = parseJson(members.get(basisName)?.content?.toString() ?? '') as Basis | undefined;
  const version = basis?.basisVersion as unknown;
  if (version !== undefined && version !== basisVersion)
    return [
      `${basisName} has basisVersion ${JSON.stringify(version).slice(0, 40)}, and this suite reads ${basisVersion}`,
    ];
  const [problem] = checkSchema('basis', basis ?? null);
  if (basis === undefined || problem !== undefined)
    return [
      `${basisName} does not keep to schemas/basis.schema.json: ${problem?.message ?? 'it is not JSON'}`,
    ];
  const odd = Object.entries(basis.target.readings).find(
    ([id, value]) => whyReadingInvalid(id, value) !== undefined,
  );
  if (odd !== undefined)
    return [`${basisName} has a value for the reading ${odd[0]} that no target can choose`];
  if (basis.run.traffic === undefined && (members.get(recordingName)?.bytes ?? 0) > mostRunBytes)
    return [`${recordingName} is larger than ${mostRunBytes} bytes, too large to be judged again`];
  const { fieldProfile } = basis.target;
  const profileFlaws = profileOdds(fieldProfile, fieldProfile?.signed && profileKey?.(), {
    isMadeHere: isRenderedHere,
  });
  const reader = new RecordingReader(basis, results);
  try {
    const again = await judgeAgain(basis, reader.read(zip.lines(recordingName)));
    return [
      ...profileFlaws,
      ...differencesIn(results, again),
      ...reader.odds(),
      ...(members.has(messagesName)
        ? await scenarioOdds(basis, zip.lines(messagesName))
        : unshownScenarios(basis)),
      ...otherwiseRendered(
        isRenderedHere ? renderFiles({ results, evidence: reader.picked.all, signOff }) : {},
        members,
      ),
    ];
  } catch (error) {
    // Whatever a pack holds, it must not end the program: what cannot be judged shows nothing.
    return [`the recording cannot be judged again: ${(error as Error).message}`];
  }
}

/** Reads a recording once: for the judges, for what the reports show of it, and for its times. */
class RecordingReader {
  readonly picked: EvidencePicker;
  readonly #times: ExchangeTimes;
  readonly #basis: Basis;
  readonly #lines: RecordedReader;
  #head: { readonly nonce: string | undefined; readonly kept: RedactionSettings | undefined } | undefined;
  #doubled: string | undefined;
  #stranger: readonly string[] = [];

  constructor(basis: Basis, results: Results) {
    this.#lines = new RecordedReader(recordingName, results);
    this.picked = new EvidencePicker(referencedSeqs(results));
    this.#times = new ExchangeTimes(basis);
    this.#basis = basis;
  }

  async *read(lines: AsyncIterable<string>): AsyncGenerator<Evidence> {
    let line = 0;
    for await (const text of lines) {
      if (line === 0 && this.#head === undefined && isRecordingHeader(text)) {
        this.#noteDoubled(text, 'its head');
        const stranger = strangerIn(text);
        if (stranger !== undefined)
          this.#stranger = [
            `${recordingName}: its head has a member that none has: ${JSON.stringify(stranger)}`,
          ];
        this.#head = { nonce: nonceIn(text), kept: redactionSettingsInLine(text) };
        continue;
      }
      line += 1;
      const evidence = this.#lines.read({ number: line, text });
      this.#noteDoubled(text, `#${evidence.seq}`);
      this.#times.observe(evidence);
      this.picked.add(evidence);
      yield evidence;
    }
  }

  /** The first alone: a recording has as many as its forger likes. */
  #noteDoubled(text: string, where: string): void {
    if (this.#doubled !== undefined) return;
    const name = findDuplicateMember(text);
    if (name !== undefined)
      this.#doubled = `${recordingName}: ${where} has a member twice: ${JSON.stringify(name)}`;
  }

  odds(): string[] {
    const doubled = this.#doubled === undefined ? [] : [this.#doubled];
    return [...doubled, ...this.#stranger, ...this.#headOdds(), ...this.#times.impossible];
  }

  #headOdds(): string[] {
    const { run, plan, target } = this.#basis;
    const { nonce, kept } = this.#head ?? {};
    if (kept === undefined) return [`${recordingName} has no head of the form that this version writes`];
    const isAlike = isDeepStrictEqual({ ...notKeptReasons(target.readings, kept) }, { ...plan.notKept });
    const [found, noted] = [nonce, run.nonce].map((each) => each ?? 'none');
    return [
      ...(isAlike
        ? []
        : [`${basisName} does not say what was not kept: ${recordingName} was made under other readings`]),
      ...(found === noted ? [] : [`the nonce: ${recordingName} says ${found}, and ${basisName} ${noted}`]),
    ];
  }
}

/** Files that are not what results and recording are rendered to. */
function otherwiseRendered(texts: Readonly<Record<string, string>>, members: Judgeable['members']): string[] {
  return Object.entries(texts)
    .filter(([name, text]) => members.get(name)?.sha256 !== createHash('sha256').update(text).digest('hex'))
    .map(([name]) => `${name} is not what results.json and ${recordingName} are rendered to`);
}

/** How many differences are told. */
const mostTold = 20;

/** Where results differ from what judging the recording again gives; one sentence each. */
export function differencesIn(stated: Results, again: Results): string[] {
  // What changed since an earlier report cannot follow from this recording.
  const { changes, ...run } = stated.run;
  const wanted = JSON.parse(JSON.stringify(again)) as Results;
  const all = [
    ...rowDifferences(stated, wanted),
    ...clientDifferences(stated.clients, wanted.clients),
    ...(['readings', 'exchanges', 'cycles', 'requirements', 'counts'] as const).flatMap((name) =>
      differences(stated[name], wanted[name], name),
    ),
    ...differences(run, wanted.run, 'run'),
    ...falseChanges(changes, wanted),
  ];
  const more = all.length - mostTold;
  return more > 0 ? [...all.slice(0, mostTold), `results.json differs in ${more} more places`] : all;
}

/** Rows by id: where the verdict differs, that alone is shown of its row. */
function rowDifferences(stated: Results, again: Results): string[] {
  const byId = new Map(stated.obligations.map((row) => [row.id, row]));
  const found = again.obligations.flatMap((row) => {
    const said = byId.get(row.id);
    if (said === undefined) return [`${row.id}: results.json has no row of it`];
    if (said.verdict !== row.verdict) return [contrast(row.id, said.verdict, row.verdict)];
    return differences(said, row, row.id);
  });
  const known = new Set(again.obligations.map(({ id }) => id));
  const strange = stated.obligations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const isTwice = byId.size < stated.obligations.length;
  const isMoved = !isDeepStrictEqual(
    stated.obligations.map(({ id }) => id),
    again.obligations.map(({ id }) => id),
  );
  return [
    ...found,
    ...strange.map((id) => `${id}: results.json has a row of it, and there is no such obligation`),
    ...(isTwice ? ['results.json has two rows of one obligation'] : []),
    ...(isMoved && !isTwice && found.length + strange.length === 0
      ? ['results.json has its rows in another order']
      : []),
  ];
}

/** Rows of clients by their names, so that a difference names its client. */
function clientDifferences(said: Results['clients'], found: Results['clients']): string[] {
  if (isDeepStrictEqual(said, found)) return [];
  const byName = (rows: Results['clients']) =>
    rows && Object.fromEntries(rows.map((row) => [formatClientName(row), row]));
  const told = differences(byName(said), byName(found), 'clients');
  return told.length > 0 ? told : ['clients: results.json has them in another order, or one twice'];
}

/** Each member of both, by its path. */
function differences(said: unknown, found: unknown, path: string): string[] {
  if (isDeepStrictEqual(said, found)) return [];
  if (!isObject(said) || !isObject(found)) return [contrast(path, said, found)];
  return [...new Set([...Object.keys(said), ...Object.keys(found)])].flatMap((name) =>
    differences(said[name], found[name], `${path}.${name}`),
  );
}

/** What became different cannot be checked without the earlier report; what it became can. */
function falseChanges(changes: Results['run']['changes'], { obligations, run }: Results): string[] {
  if (changes === undefined) return [];
  const verdicts = new Map(obligations.map(({ id, verdict }) => [id, verdict]));
  const odd = changes.obligations.filter(({ id, to, from }) => verdicts.get(id) !== to || from === to);
  return [
    ...odd.map(({ id, to }) => contrast(`run.changes, ${id}`, to, verdicts.get(id))),
    ...(Date.parse(changes.since.finishedAt) > Date.parse(run.finishedAt)
      ? [`run.changes: the earlier report ended at ${changes.since.finishedAt}, after this run`]
      : []),
  ];
}

const contrast = (what: string, said: unknown, found: unknown): string =>
  `${what}: results.json says ${shown(said)}, and judging again gives ${shown(found)}`;

function shown(value: unknown): string {
  if (typeof value === 'string' && value.length < 60) return value;
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
