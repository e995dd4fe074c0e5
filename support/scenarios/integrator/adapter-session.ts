import { documentedPaths } from '../../contract/operations';
import { printableLine } from '../../contract/printable';
import type { AdapterChannel, CallOutcome } from '../../adapter/channel';
import { initializeAdapter } from '../../adapter/initialize';
import type { InitializeParams, InitializeResult, Method, Params } from '../../adapter/protocol';
import type { Mock } from '../../mock/start-mock';
import type { Target } from '../../targets/target';
import type { Run } from '../../run/run';
import { watchSilence } from './flush-hint';
import { readingsForAdapters } from '../../contract/readings';
import { noteRefusal } from '../../run/left-out';
import { whyUnread } from '../../run/unread-certificate';
import type { Evidence } from '../../exchange/evidence';
import type { ToldField } from '../../exchange/fields';
import { ManualChannel } from './manual/channel';
import { openChannel } from './open-channel';
import type { JourneyPlan } from './manual/by-hand';
import { playServices } from './played-services';
import type { PlayedServices } from './played-services';
import { recordCall, serviceOf, shortened } from './record-call';

/** One process of the integrator, initialised, and asked to act. */
export interface AdapterSession {
  readonly played: PlayedServices;
  readonly about: InitializeResult;
  offers(method: Method): boolean;
  /** Asks the client to act, if it offers that at all. Throws EnvironmentError for a fault of the adapter. */
  act<M extends Method>(method: M, params: Params<M>): Promise<CallOutcome<M>>;
  /** What the last error that it answered may come from, where that is likely a certificate that the client cannot read. */
  readonly unread: string | undefined;
  /** Whether it cannot be asked any more. */
  readonly ended: boolean;
  /** Calls that the client answered with an error, in words. */
  readonly refusals: readonly string[];
  /** What a person adds to an adapter; absent where there is none. */
  readonly byHand?: Pick<ManualChannel, 'acknowledged' | 'isRecalled'>;
  close(): Promise<void>;
}

/** Starts a fresh process of the integrator (or a fresh session over HTTP or by hand) and initialises it. */
export async function openAdapter(run: Run, plan: JourneyPlan): Promise<AdapterSession> {
  const played = await playServices(run);
  const channel = await openChannel(run, played, plan);
  const clientInstance = `process-${run.next('process')}`;
  played.clientInstance = clientInstance;
  const process = { takeAnswer: played.takeAnswer, clientInstance };
  const waiting = { run, channel, played };
  const about = await introduced(waiting, process);
  callBackTo(about, played);
  run.evidence.offer = about;
  const { name, version } = about.implementation;
  run.evidence.adapter = { name: told(name, run), version: told(version, run) };
  const refusals: string[] = [];
  let unread: string | undefined;
  const offers = (method: Method): boolean => about.capabilities.includes(method);
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
      played.told = (params as { readonly fields?: readonly ToldField[] }).fields ?? [];
      // Another process may have been at work meanwhile.
      played.clientInstance = clientInstance;
      const before = run.evidence.recording.evidence.length;
      const outcome = await recordCall(run, process, { method, params }, () =>
        waitingFor(method, waiting, () => channel.call(method, params)),
      );
      if (outcome.kind === 'refused') {
        const message = told(outcome.message, run);
        refusals.push(`${method}: ${message}`);
        unread = noteRefused(run, played, { method, params, message, clientInstance }, before);
      }
      return outcome.kind === 'not-offered' ? { ...outcome, message: told(outcome.message, run) } : outcome;
    },
    close: () => closeAdapter(run, channel),
  };
}

/** What an adapter says, in one line. */
const told = (text: string, { evidence: { secrets } }: Run): string =>
  printableLine(secrets.text(shortened(text, secrets)));

interface RefusedCall {
  readonly method: Method;
  readonly params: unknown;
  readonly message: string;
  readonly clientInstance: string;
}

/** Notes a call that was answered with an error, `before` which so much was recorded. Gives `unread`. */
function noteRefused(
  {
    evidence: {
      recording: { evidence },
      leftOut,
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
  const unread = whyUnread(serviceOf(method, params), course, target.readings);
  noteRefusal(leftOut, {
    method,
    message,
    exchanges: during.filter((each) => each.kind === undefined),
    unread,
    underFault: stimuli.current !== undefined,
  });
  return unread;
}

/** Has the client introduce itself: a call like others, unless it is a person who does. */
function introduced(waiting: Spoken, process: Parameters<typeof recordCall>[1]): Promise<InitializeResult> {
  const begin = () =>
    closedUnlessBegun(waiting, () => waitingFor('initialize', waiting, () => initialize(waiting)));
  const { run } = waiting;
  if (run.target.integrator?.manual === true) return begin();
  return recordCall(run, process, { method: 'initialize' }, begin);
}

async function closeAdapter(run: Run, channel: AdapterChannel): Promise<void> {
  // An adapter that is served over HTTP lives on: the next journey begins with another initialize.
  const served = run.target.integrator?.url !== undefined;
  if (!channel.ended && !served)
    await run.waits
      .during({ what: 'the adapter: shutdown' }, () => channel.call('shutdown', {}))
      .catch(() => undefined);
  await channel.close();
}

/** An adapter, and what it is spoken to about. */
interface Spoken {
  readonly run: Run;
  readonly channel: AdapterChannel;
  readonly played: PlayedServices;
}

/** Says that an adapter is waited for, and what its silence may come from where the suite started it. */
async function waitingFor<Value>(
  method: Method,
  { run, channel, played }: Spoken,
  act: () => Promise<Value>,
): Promise<Value> {
  const who = run.target.integrator?.manual === true ? 'a person' : 'the adapter';
  const what = `${who}: ${method}`;
  if (run.target.integrator?.command === undefined) return run.waits.during({ what }, act);
  const silence = watchSilence(channel, played);
  return run.waits.during({ what, hint: silence.hint }, act).finally(silence.end);
}

/** Tells the payer where this client takes its callbacks, and under which key. */
function callBackTo(
  { callbackUrl, encryptionKey }: InitializeResult,
  { mock: { cycles } }: PlayedServices,
): void {
  if (callbackUrl !== undefined) cycles.callbackUrl = callbackUrl;
  if (encryptionKey !== undefined) cycles.encryptionKey = encryptionKey;
}

function initialize({ channel, run, played }: Spoken): Promise<InitializeResult> {
  return initializeAdapter(channel, initializeParams(run, played), (text) => run.evidence.secrets.text(text));
}

/** A channel that did not come to work is closed at once: its process would outlive the run. */
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
    paths: { ...documentedPaths, ...target.paths },
    credentials: { clientId, clientSecret },
    cmId: target.cmId,
    participants: target.participants,
    dummyPayerToken: target.dummyPayerToken ?? null,
    callbackCertificates: publicAddresses(target, mock).gateway + target.readings['callback-certificates'],
    envelope: target.readings.envelope,
    payerEncryptionKey: mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...(mock.ca !== undefined && { caCertificate: mock.ca }),
    readings: readingsForAdapters(target.readings),
  };
}

/** The addresses that an integrator is given: behind a proxy, its scheme and host stand in them. */
function publicAddresses({ mockPublicUrl }: Target, { urls }: Mock): Mock['urls'] {
  if (mockPublicUrl === undefined) return urls;
  const { protocol } = new URL(mockPublicUrl);
  const entries = Object.entries(urls).map(([service, url]) => [service, url.replace(/^https?:/, protocol)]);
  return Object.fromEntries(entries) as Mock['urls'];
}
