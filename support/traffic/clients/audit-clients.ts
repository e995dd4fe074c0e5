import { dirname } from 'node:path';
import type { Audited } from '../../judging/results';
import type { RuleContext } from '../../obligations';
import type { Target } from '../../targets/target';
import { Positions, auditStretch } from '../audit';
import type { Jobs } from '../jobs/audit-jobs';
import { auditByJobs } from '../jobs/audit-jobs';
import type { Hand } from '../jobs/crew';
import type { Beginning } from '../jobs/messages';
import { auditOne } from '../jobs/one-client';
import type { JudgedTraffic } from '../ended-traffic';
import type { FileRecording } from '../file-recording';
import type { Source } from '../sources';
import { Stretch, stretchesOf } from '../stretch';
import type { Taker } from '../taker';
import { TrafficJudge } from '../traffic-judge';
import { withUnseen } from '../withheld';
import { ClientJudges } from './client-judges';
import type { Client } from './directory';
import { Directory, nameless } from './directory';
import { ClueFinder } from './finder';
import { together } from './judged-client';
import { Namer } from './namer';
import { NotingTaker, SeveralClients, SortingTaker, WatchedTaker } from './takers';

/** Where traffic comes from, and by what it is judged. */
export interface Auditing {
  /** Opens the inputs, in the order of their names; it can be asked again. */
  readonly open: () => Promise<readonly Source[]>;
  readonly target: Target;
  readonly context: RuleContext;
  readonly recording: FileRecording;
  readonly everyRule: boolean;
  /** Under which pseudonyms and names are made. */
  readonly key: Buffer;
  /** Passes inputs on to what reads them, and shows how far it is. */
  readonly watch?: Watch;
  /** How many workers are to judge the traffic of several clients; 1: this process judges alone. */
  readonly jobs?: number;
  /** How many entries a worker is handed at once; a seam for tests. */
  readonly together?: number;
  /** Starts a worker; a seam for tests. */
  readonly start?: (beginning: Beginning) => Hand;
}

type Watch = (stretch: Stretch, act: (tell: () => void) => Promise<Audited[]>) => Promise<Audited[]>;

const unwatched: Watch = (_stretch, act) => act(() => undefined);

/** What became of the inputs. */
export interface AuditedTraffic {
  readonly files: readonly Audited[];
  readonly judged: JudgedTraffic;
  /** The one client that all of it is of, where it has a name. */
  readonly client?: JudgedName | undefined;
}

type JudgedName = ReturnType<Namer['name']>;

/**
 * Judges inputs, each client by itself. Traffic of one client is read once: all is judged as that client's until another
 * one shows. Then it is read again from its beginning, once to get to know all clients, and once to judge them. Before that, files
 * are looked through for headers that they leave out.
 */
export async function auditClients(given: Auditing): Promise<AuditedTraffic> {
  const { target, recording, jobs = 1 } = given;
  const auditing = { ...given, open: await withUnseen(given.open) };
  const directory = new Directory();
  const judge = new TrafficJudge(auditing);
  try {
    const taker = new WatchedTaker(judge, new ClueFinder(target), directory);
    const files =
      jobs > 1
        ? await auditOne(jobsOf(auditing, jobs), { judge, taker, directory })
        : await takeAll(auditing, taker);
    const { sole } = directory;
    if (sole !== undefined) return ofOne(auditing, files, judge, sole);
  } catch (error) {
    if (!(error instanceof SeveralClients)) throw error;
  }
  recording.restart();
  return jobs > 1 ? byJobs(auditing, jobs) : ofSeveral(auditing);
}

async function takeAll(auditing: Pick<Auditing, 'open' | 'watch'>, taker: Taker): Promise<Audited[]> {
  const { open, watch = unwatched } = auditing;
  const positions = new Positions();
  const files: Audited[] = [];
  for (const sources of stretchesOf(await open())) {
    const stretch = new Stretch(sources);
    files.push(...(await watch(stretch, (tell) => auditStretch(stretch, taker, tell, positions))));
  }
  return files;
}

function ofOne(
  { target, recording, key }: Auditing,
  files: readonly Audited[],
  judge: TrafficJudge,
  sole: Client,
): AuditedTraffic {
  const { count, evidence } = recording;
  const conclusions = judge.conclude();
  if (sole === nameless) return { files, judged: { conclusions, count, evidence } };
  const client = new Namer(target, key).name(sole);
  const clients = [{ name: client, ...judge.seen, conclusions }];
  return { files, judged: { conclusions, count, evidence, clients }, client };
}

/** Judges traffic of several clients, which is read twice: to get to know them all, and to judge them. */
async function ofSeveral(auditing: Auditing): Promise<AuditedTraffic> {
  const { target, recording, key } = auditing;
  const directory = new Directory();
  await takeAll({ open: auditing.open }, new NotingTaker(new ClueFinder(target), directory));
  const judges = new ClientJudges(auditing);
  const sorting = new SortingTaker(judges, new ClueFinder(target), directory, new Namer(target, key));
  const files = await takeAll(auditing, sorting);
  const { count, evidence } = recording;
  return { files, judged: { ...together(judges.conclude()), count, evidence } };
}

/** The same, by several workers. */
async function byJobs(auditing: Auditing, jobs: number): Promise<AuditedTraffic> {
  const { target, recording, key } = auditing;
  const settings = jobsOf(auditing, jobs);
  const { files, clients } = await auditByJobs(settings, new Directory(), new Namer(target, key));
  const { count, evidence } = recording;
  return { files, judged: { ...together(clients), count, evidence } };
}

function jobsOf(auditing: Auditing, jobs: number): Jobs {
  const { watch = unwatched, recording } = auditing;
  return { ...auditing, jobs, watch, folder: dirname(recording.file) };
}
