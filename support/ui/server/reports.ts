import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { answerLines, comparedLines, sideText } from '../../cli/diff';
import { rerenderReport } from '../../cli/report';
import { printableIn } from '../../contract/printable';
import type { Results } from '../../judging/results';
import { verifyPack } from '../../library/verify-pack';
import { readReportText } from '../../report/runs/read-report-text';
import type { ClientChanges } from '../../report/diff/clients';
import { clientGroups, areClientsWorse } from '../../report/diff/clients';
import type { ReportDifference } from '../../report/diff/compare';
import { compareReports } from '../../report/diff/compare';
import type { VerdictChange } from '../../report/diff/verdicts';
import type { HistoryEntry } from '../../report/runs/find-run';
import { historyEntriesIn } from '../../report/runs/find-run';
import { packName, resultsName, signOffName } from '../../report/runs/own-files';
import { completedFolder } from '../../report/runs/in-place';
import { reportOf } from '../../report/model/report';
import { verdictText } from '../../report/model/scope';
import { parseResults } from '../../report/runs/read-run';
import { digestOfResults, earliestDay, readSignOff, takesOverruling } from '../../report/sign-off/sign-off';
import { signOffDigestIn, writeSignOff } from '../../report/sign-off/write-sign-off';
import { maxShownClients } from '../../report/wording';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import type { ReportChanges, CheckedPack, NewSignOff, MadePack, ReportRow, Review } from '../api';
import { ConflictError } from './errors';
import { folderOfRun } from './pages';
import { receiveUpload } from './received-file';
import { againIn } from './run-end';
import type { TrafficParts } from './traffic';

const limit = { mostBytes: 512 * 1024 ** 2, ifLarger: 'verify it where it is: npx conform verify FILE' };

/**
 * Manages the reports in a folder: lists, compares and signs them off, and makes and verifies evidence packs.
 */
export class ReportShelf {
  readonly #parts: Omit<TrafficParts, 'hub'>;
  #isVerifying = false;

  constructor(parts: Omit<TrafficParts, 'hub'>) {
    this.#parts = parts;
  }

  /** Returns one row for each run, the newest first. Runs with unreadable results come last. */
  list(): ReportRow[] {
    const { reports } = this.#parts;
    completedFolder(reports);
    const rows = new Map<string, ReportRow>();
    for (const entry of historyEntriesIn(reports)) {
      const row = rowOf(entry);
      if (!rows.has(row.run)) rows.set(row.run, row);
    }
    const endOf = (row: ReportRow): string => ('at' in row ? row.at : '');
    return [...rows.values()].sort((one, other) => (endOf(one) < endOf(other) ? 1 : -1));
  }

  /**
   * Compares a report with the earlier report `since`, and describes the differences as `conform diff` does.
   */
  async changes(run: string, since: string): Promise<ReportChanges> {
    return changesIn(await compareReports(this.#folderOf(since), this.#folderOf(run)));
  }

  /** Returns the information that a reviewer needs to decide on a report, with the current sign-off. */
  review(run: string): Review {
    const folder = this.#folderOf(run);
    completedFolder(folder);
    const { results, digest, found } = readBeside(folder);
    const { name, caveats, headlines, signOff: told, planned } = reportOf(results, found);
    const isOfTarget = this.#isOfTarget(results);
    return printableIn({
      ...{ run: results.run.id, at: results.run.finishedAt, name, caveats, headlines },
      ...{ digest, standing: signOffDigestIn(folder), takesOverruling: takesOverruling(results) },
      ...{ earliest: earliestDay(results), today: new Date().toISOString().slice(0, 10) },
      ...(told && {
        signOff: { told, ...(found && 'signOff' in found && { decided: found.signOff }) },
      }),
      packIsOlder: isOlder(join(folder, packName), join(folder, signOffName)),
      ...(isOfTarget && {
        began: { at: Date.parse(results.run.startedAt), file: this.#parts.target.state.file },
      }),
      again: isOfTarget ? againIn(planned) : [],
    });
  }

  /**
   * Writes a sign-off. Throws a ConfigurationError if the report or its sign-off has changed since the
   * reviewer saw it, or if the decision is not valid.
   */
  async signOff(run: string, { digest, standing, ...decided }: NewSignOff): Promise<Review> {
    const { hide } = this.#parts.secrets;
    await writeSignOff(this.#folderOf(run), decided, { digest, standing, hide });
    return this.review(run);
  }

  async pack(run: string): Promise<MadePack> {
    const folder = this.#folderOf(run);
    const { packed } = await rerenderReport(folder, join(folder, packName));
    return packed?.signedBy === undefined ? {} : { signedBy: packed.signedBy };
  }

  /**
   * Verifies an uploaded pack. Throws a ConfigurationError if the file is not a pack, and a `ConflictError`
   * while another pack is being verified.
   */
  async verify(body: IncomingMessage, { name, nonce = '', key = '' }: PackToVerify): Promise<CheckedPack> {
    if (this.#isVerifying) throw new ConflictError('a pack is being verified', 'wait for what comes of it');
    this.#isVerifying = true;
    let file = '';
    try {
      file = await receiveUpload(body, { folder: this.#parts.folder, name, ...limit });
      if (key !== '') await writeFile(`${file}.pem`, key, { mode: 0o600 });
      const demand = { ...(nonce !== '' && { nonce }), ...(key !== '' && { key: `${file}.pem` }) };
      return printableIn(await verifyPack(file, demand));
    } catch (error) {
      throw inTheirWords(error, { [file]: name, [`${file}.pem`]: 'the key' });
    } finally {
      for (const each of file === '' ? [] : [file, `${file}.pem`]) await rm(each, { force: true });
      this.#isVerifying = false;
    }
  }

  #folderOf(run: string): string {
    return folderOfRun(run, this.#parts.reports);
  }

  #isOfTarget({ run: { target, traffic, selfTest } }: Results): boolean {
    if (target.file === null || traffic !== undefined || selfTest) return false;
    return resolve(target.file) === resolve(this.#parts.target.file);
  }
}

/**
 * An uploaded pack's name on the user's computer, and optional values that the pack must match: the run's
 * nonce and the signer's public key (PEM)
 */
export interface PackToVerify {
  readonly name: string;
  readonly nonce?: string;
  readonly key?: string;
}

/** Reads the results in a folder, and the sign-off next to them, if there is one. */
function readBeside(folder: string) {
  const file = join(folder, resultsName);
  const text = readReportText(file);
  const results = parseResults(text, file);
  return {
    results,
    digest: digestOfResults(text),
    found: readSignOff(join(folder, signOffName), results, text),
  };
}

function rowOf({ name, path, run }: HistoryEntry): ReportRow {
  if (run === undefined) {
    const hint = 'it was cut or edited, or another version of the suite wrote it';
    return { run: name, trouble: { message: 'its results cannot be read', hint } };
  }
  const { id, finishedAt, target, selfTest, narrowed, profile, product, overall } = run;
  const decision = undefinedIfThrows(() => decisionIn(path));
  return printableIn({
    ...{ run: id, at: finishedAt, target, selfTest, narrowed, profile },
    product: product === null ? '' : `${product.name} ${product.version ?? ''}`.trimEnd(),
    headlines: (['integrator', 'service'] as const).flatMap((subject) => {
      const each = overall[subject];
      return each === undefined ? [] : [{ subject, verdict: each.verdict, text: verdictText(each) }];
    }),
    ...(decision !== undefined && { decision }),
    hasReport: existsSync(join(path, 'compliance.html')),
  });
}

function decisionIn(folder: string): string | undefined {
  if (!existsSync(join(folder, signOffName))) return undefined;
  const { results, found } = readBeside(folder);
  return reportOf(results, found).signOff?.sentence;
}

function changesIn(difference: ReportDifference): ReportChanges {
  const { old, now, isRegression, unlike, changed, verdicts, clients, faults, answers } = difference;
  const { worse, unsettled, newlySettled, better, other } = verdicts;
  const groups = [
    { kind: 'worse', changes: worse.filter((change) => !isUnjudged(change)) },
    { kind: 'unsettled', changes: unsettled },
    { kind: 'unjudged', changes: worse.filter(isUnjudged) },
    { kind: 'newly-settled', changes: newlySettled },
    { kind: 'better', changes: better },
    { kind: 'other', changes: other },
  ] as const;
  return printableIn({
    ...{ old: sideText(old), now: sideText(now), isRegression, unlike, faults },
    ...changed,
    groups: groups.filter(({ changes }) => changes.length > 0),
    clients: clients === undefined ? { areWorse: false, groups: [] } : clientsIn(clients),
    answers: (answers?.changed ?? []).map((each) => answerLines(each, '').map((line) => line.trim())),
    compared: comparedLines(difference),
  });
}

function clientsIn(changes: ClientChanges): ReportChanges['clients'] {
  const groups = clientGroups(changes).map(({ title, lines }) => {
    return { title, shown: lines.slice(0, maxShownClients), folded: lines.slice(maxShownClients) };
  });
  return { areWorse: areClientsWorse(changes), groups };
}

/**
 * Whether an obligation could not be judged this time. The page lists such changes separately, because a
 * stopped service is enough to cause them. `conform diff` counts them as worse.
 */
const isUnjudged = ({ to }: VerdictChange): boolean => to === 'inconclusive' || to === 'not-tested';

function isOlder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
  return first !== undefined && second !== undefined && first < second;
}

/**
 * If an error names an uploaded file by its temporary path, returns an error with the user's name for the
 * file instead.
 */
function inTheirWords(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ConfigurationError) || error.place.file === undefined) return error;
  const file = names[error.place.file] ?? error.place.file;
  return new ConfigurationError(error.message, { ...error.place, file }, error.hint);
}
