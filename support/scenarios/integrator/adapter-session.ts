import type { AdapterChannel, CallOutcome, ChannelOptions } from '../../adapter/channel';
import type { ChildOptions } from '../../adapter/child';
import { openHttpChannel } from '../../adapter/http-channel';
import { initializeAdapter } from '../../adapter/initialize';
import { openLocalChannel } from '../../adapter/local-channel';
import type { InitializeParams, InitializeResult, AdapterMethod, MethodParams } from '../../adapter/protocol';
import { openStdioChannel } from '../../adapter/stdio-channel';
import type { TestData } from '../../cases/test-data';
import { conformingSeams, createIntegrator } from '../../client/integrator';
import { createSeededKeys } from '../../client/integrator/transfer/seeded-keys';
import { formatCount } from '../../contract/format-count';
import { EnvironmentError } from '../../contract/outcome';
import { documentedSegments } from '../../contract/operations';
import { printableLine } from '../../contract/printable';
import { readingsForAdapters } from '../../contract/readings';
import type { Evidence } from '../../exchange/evidence';
import type { Mock } from '../../mock/start-mock';
import { payerCertificate } from '../../mock/tls';
import { noteRefusal } from '../../run/missed-calls';
import type { ClientFactory } from '../../run/plan';
import type { Run } from '../../run/run';
import { targetFileCaOptions } from '../../run/run';
import { whyCertificateUnread } from '../../run/unread-certificate';
import { LogReader, searchPlanted } from './log-reader';
import type { JourneyOutline } from './manual/manual-session';
import { openByHand } from './manual/manual-session';
import { ManualChannel } from './manual/channel';
import type { ActiveProcess } from './active-process';
import { ClientLife } from './client-life';
import type { PlayedServices } from './played-services';
import { playServices } from './played-services';
import { recordCall, serviceOf, shortenedAnswer } from './record-call';
import { fieldsRequestedBy } from './requested-fields';
import type { IntegratorTarget, Target } from '../../targets/target';

/** The signs of activity of an adapter other than its answers: its log, and the length of an unfinished line. */
type Speaking = Pick<AdapterChannel, 'log' | 'unfinished'>;

/** Explains, during one call, why an answer may be missing. */
interface Silence {
  readonly hint: () => string;
  /** Stops watching. Must be called when the call has ended. */
  readonly end: () => void;
}

/**
 * Watches an adapter during one call. The hint names the likely reason for a missing answer, which is usually a stdout
 * that the adapter does not flush.
 */
export function watchSilence(channel: Speaking, played: Pick<PlayedServices, 'onSeen'>): Silence {
  const logged = logLength(channel);
  let requests = 0;
  const end = played.onSeen(() => (requests += 1));
  return {
    end,
    hint() {
      const unfinished = channel.unfinished?.() ?? 0;
      if (unfinished > 0)
        return `the adapter wrote ${unfinished} bytes without a line end: each answer is one line, flushed`;
      if (requests > 0)
        return `its client sent ${formatCount(requests, 'request')}, but no answer line came: does it flush stdout after each line?`;
      return logLength(channel) > logged
        ? 'the adapter logs to stderr, but no answer line came: does it flush stdout after each line?'
        : 'nothing came from the adapter: does it read stdin line by line, and flush stdout after each line?';
    },
  };
}

function logLength(channel: Speaking): number {
  const { first, leftOut, last } = channel.log();
  return first.length + leftOut + last.length;
}

/**
 * Opens the channel to the client that the target names: a program (`command`), an HTTP address (`url`) or a person
 * (`manual`). By default, opens the suite's own client.
 */
async function openChannel(
  run: Run,
  played: PlayedServices,
  journey: JourneyOutline,
): Promise<AdapterChannel> {
  const { integrator, limits } = run.target;
  const options = { timeoutMs: limits.callMs, redact: (text: string) => run.evidence.secrets.text(text) };
  const place = "the adapter's stderr";
  const planted = searchPlanted(run, played, place);
  const reader = new LogReader((text) => {
    planted(text);
    played.secrets.hear(text, place);
  });
  run.defer(() => {
    reader.end();
    return Promise.resolve();
  });
  if (integrator?.command !== undefined)
    return openStdioChannel({
      ...options,
      ...startOf(integrator, integrator.command),
      stderrListener: reader.read,
    });
  if (integrator?.url !== undefined)
    return openHttpChannel({ ...options, ...targetFileCaOptions(run), url: integrator.url });
  if (integrator?.manual === true) return new ManualChannel(await openByHand(run, played), journey);
  return openOwnClient(run, journey, options, reader);
}

function startOf({ env, cwd }: IntegratorTarget, command: readonly string[]): ChildOptions {
  return { command, ...(env !== undefined && { env }), ...(cwd !== undefined && { cwd }) };
}

/** Opens the suite's own client in this process. Its log goes to `reader`, like the stderr of an adapter program. */
function openOwnClient(
  run: Run,
  { name }: JourneyOutline,
  options: ChannelOptions,
  reader: LogReader,
): AdapterChannel {
  const make = run.plan.seams?.client ?? ownClient(ownClientSeed(name, run.plan.madeUp));
  return openLocalChannel(
    make((line) => {
      reader.read(`${line}\n`);
    }),
    options,
  );
}

/**
 * Returns a factory for the suite's own client. The client's transfer keys depend only on the seed, so that a shared
 * secret with a leading zero does not occur by chance in some runs only.
 */
const ownClient =
  (seed: string): ClientFactory =>
  (log) =>
    createIntegrator({
      log: (operation, ending) => {
        log(`${operation} ${ending}`);
      },
      transfer: { ...conformingSeams.transfer, keys: createSeededKeys(seed) },
    });

/** Returns the seed for the transfer keys of the suite's own client in one journey. */
export function ownClientSeed(journey: string, data: TestData): string {
  return data.marker(`keys of the suite's own client: ${journey}`);
}

/** A session with one initialised process of the integrator. */
export interface AdapterSession {
  readonly played: PlayedServices;
  readonly about: InitializeResult;
  offers(method: AdapterMethod): boolean;
  /**
   * Asks the client to make a call. Returns a `not-offered` outcome without asking if the adapter does not offer the
   * method. Throws EnvironmentError if the adapter itself fails.
   */
  act<M extends AdapterMethod>(method: M, params: MethodParams<M>): Promise<CallOutcome<M>>;
  /** The likely cause of the client's last error answer, if the client probably cannot read a certificate. */
  readonly unread: string | undefined;
  /** Whether the channel has ended. An ended channel accepts no further calls. */
  readonly ended: boolean;
  /** Calls that the client answered with an error, each as `method: message`. */
  readonly refusals: readonly string[];
  /** Additional functions of a manual run. `undefined` if an adapter or the suite's own client answers the calls. */
  readonly byHand?: Pick<ManualChannel, 'acknowledged' | 'isRecalled'>;
  close(): Promise<void>;
}

/** Starts a fresh process of the integrator (or a fresh session over HTTP or by hand) and initialises it. */
export async function openAdapter(run: Run, journey: JourneyOutline): Promise<AdapterSession> {
  const played = await playServices(run);
  const channel = await openChannel(run, played, journey);
  const life = new ClientLife(channel);
  const active = { clientInstance: `process-${run.next('process')}`, journey: journey.title, life };
  played.receivers.set(life.receiver, active);
  activate(active, played);
  const process = { takeAnswer: played.takeAnswer, ...active };
  const waiting = { run, channel, played };
  const about = await introduced(waiting, process);
  life.receiver.callBackAt(about);
  noteIntroduction(about, run);
  const refusals: string[] = [];
  let unread: string | undefined;
  const offers = (method: AdapterMethod): boolean => about.capabilities.includes(method);
  return {
    played,
    about,
    refusals,
    ...(channel instanceof ManualChannel && { byHand: channel }),
    get ended() {
      return channel.ended;
    },
    get unread() {
      return unread;
    },
    offers,
    async act(method, params) {
      if (!offers(method)) return { kind: 'not-offered', message: `the adapter does not offer ${method}` };
      played.told.begin(fieldsRequestedBy(method, params));
      // Another process of the client may have acted since the previous call of this session.
      activate(active, played);
      const before = run.evidence.recording.evidence.length;
      const outcome = await recordCall(run, process, { method, params }, () =>
        waitingFor(method, waiting, () => channel.call(method, params)),
      );
      if (outcome.kind === 'refused') {
        const message = told(outcome.message, run);
        refusals.push(`${method}: ${message}`);
        unread = noteRefused(run, played, { method, params, message, ...active }, before);
      }
      return outcome.kind === 'not-offered' ? { ...outcome, message: told(outcome.message, run) } : outcome;
    },
    close: () => closeAdapter(waiting, active),
  };
}

type LivingProcess = ActiveProcess & { readonly life: ClientLife };

/** Assigns the requests that arrive from now on, and the cycles that they open, to a process. */
function activate(process: LivingProcess, played: PlayedServices): void {
  played.acting = process;
  played.mock.cycles.receiver = process.life.receiver;
}

function noteIntroduction(about: InitializeResult, run: Run): void {
  run.evidence.offer = about;
  const { name, version } = about.implementation;
  run.evidence.adapter = { name: told(name, run), version: told(version, run) };
}

/** Returns a text from an adapter on one line, shortened and without secrets. */
const told = (text: string, { evidence: { secrets } }: Run): string =>
  printableLine(secrets.text(shortenedAnswer(text, secrets)));

interface RefusedCall {
  readonly method: AdapterMethod;
  readonly params: unknown;
  readonly message: string;
  readonly clientInstance: string;
}

/**
 * Notes a call that the client answered with an error. `before` is the length of the recording before the call. Returns
 * the likely cause if the client probably could not read a certificate, else `undefined`.
 */
function noteRefused(
  {
    evidence: {
      recording: { evidence },
      missedCalls,
    },
    target,
  }: Run,
  { mock: { stimuli } }: PlayedServices,
  { method, params, message, clientInstance }: RefusedCall,
  before: number,
): string | undefined {
  const isOwn = (each: Evidence): boolean => each.clientInstance === clientInstance;
  const during = evidence.slice(before);
  const course = { earlier: evidence.slice(0, before).filter(isOwn), during: during.filter(isOwn) };
  const unread = whyCertificateUnread(serviceOf(method, params), course, target.readings);
  noteRefusal(missedCalls, {
    method,
    message,
    exchanges: during.filter((each) => each.kind === undefined),
    unread,
    underFault: stimuli.current !== undefined,
  });
  return unread;
}

/** Initialises the client. Records this like any other call, unless the integrator is a person. */
function introduced(waiting: Spoken, process: Parameters<typeof recordCall>[1]): Promise<InitializeResult> {
  const begin = () =>
    closedUnlessBegun(waiting, () => waitingFor('initialize', waiting, () => initialize(waiting)));
  const { run } = waiting;
  if (run.target.integrator?.manual === true) return begin();
  return recordCall(run, process, { method: 'initialize' }, begin);
}

/** Description of the wait before the end of a client, for people who watch the run. */
const lastAnswers = "the client's answers to the payer's callbacks";

/**
 * Ends the client. First waits until the client has answered the callbacks under way, or their time is over, because the
 * end would look like a broken connection. The client's life ends before `shutdown`: the client may end anything then.
 */
async function closeAdapter({ run, channel, played }: Spoken, process: LivingProcess): Promise<void> {
  const { life } = process;
  if (!channel.ended)
    await run.waits.during({ what: lastAnswers }, () =>
      unlessStopped(run.plan.budget.stopped, life.receiver.finish()),
    );
  const hasEndedItself = life.isOver && !channel.ended;
  life.end();
  // An adapter that is served over HTTP keeps running, because the next journey sends it another `initialize`.
  const served = run.target.integrator?.url !== undefined;
  if (!channel.ended && !served && !hasEndedItself)
    await run.waits
      .during({ what: 'the adapter: shutdown' }, () => channel.call('shutdown', {}))
      .catch(() => undefined);
  await channel.close();
  // A client at a URL may act between two journeys. Its requests then belong to neither of them.
  if (played.acting === process) played.acting = { clientInstance: process.clientInstance, life };
  if (hasEndedItself)
    throw new EnvironmentError(
      'the adapter ended while a callback to its client was under way: its address accepts no connection any more',
    );
}

/** Waits for a promise, or until the run is stopped. */
async function unlessStopped(stopped: AbortSignal, awaited: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = () => {
    resolve(undefined);
  };
  if (stopped.aborted) return;
  stopped.addEventListener('abort', end);
  await Promise.race([awaited, promise]).finally(() => {
    stopped.removeEventListener('abort', end);
  });
}

/** An adapter, with its run and the services that its calls concern. */
interface Spoken {
  readonly run: Run;
  readonly channel: AdapterChannel;
  readonly played: PlayedServices;
}

/**
 * Registers a call as a pending wait of the run. If the suite started the adapter's program, adds a hint about why the
 * answer may be missing.
 */
async function waitingFor<Value>(
  method: AdapterMethod,
  { run, channel, played }: Spoken,
  act: () => Promise<Value>,
): Promise<Value> {
  const who = run.target.integrator?.manual === true ? 'a person' : 'the adapter';
  const what = `${who}: ${method}`;
  if (run.target.integrator?.command === undefined) return run.waits.during({ what }, act);
  const silence = watchSilence(channel, played);
  return run.waits.during({ what, hint: silence.hint }, act).finally(silence.end);
}

function initialize({ channel, run, played }: Spoken): Promise<InitializeResult> {
  return initializeAdapter(channel, initializeParams(run, played), (text) => run.evidence.secrets.text(text));
}

/**
 * Calls `begin`. Closes the channel at once if this fails, else at the end of the run, so that the adapter's process
 * does not outlive the run.
 */
async function closedUnlessBegun<Value>(
  { run, channel }: Spoken,
  begin: () => Promise<Value>,
): Promise<Value> {
  run.defer(() => channel.close());
  try {
    return await begin();
  } catch (error) {
    await channel.close().catch(() => undefined);
    throw error;
  }
}

function initializeParams({ target }: Run, { mock }: PlayedServices): InitializeParams {
  const { clientId, clientSecret } = mock.account;
  return {
    protocolVersion: '1',
    services: publicAddresses(target, mock),
    paths: { ...documentedSegments, ...target.paths },
    credentials: { clientId, clientSecret },
    cmId: target.cmId,
    participants: target.participants,
    dummyPayerToken: target.dummyPayerToken ?? null,
    callbackCertificates: publicAddresses(target, mock).gateway + target.readings['callback-certificates'],
    envelope: target.readings.envelope,
    payerEncryptionKey: mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    payerEncryptionCertificate: payerCertificate(mock.keys.payer),
    ...(mock.ca !== undefined && { caCertificate: mock.ca }),
    readings: readingsForAdapters(target.readings),
  };
}

/**
 * Returns the service addresses for the integrator. If the target sets `mockPublicUrl` (the address of a proxy), they
 * have its scheme instead of the mock's; the mock has already put the proxy's host into them.
 */
function publicAddresses({ mockPublicUrl }: Target, { urls }: Mock): Mock['urls'] {
  if (mockPublicUrl === undefined) return urls;
  const { protocol } = new URL(mockPublicUrl);
  const entries = Object.entries(urls).map(([service, url]) => [service, url.replace(/^https?:/, protocol)]);
  return Object.fromEntries(entries) as Mock['urls'];
}
