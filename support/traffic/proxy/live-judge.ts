import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parseBoundedJson } from '../../contract/json';
import { EnvironmentError } from '../../contract/outcome';
import type { Evidence } from '../../exchange/evidence';
import type { ClientName, Exchange } from '../../exchange/exchange';
import { isPreflight } from '../../exchange/exchange';
import type { WireRecord } from '../../exchange/raw-exchange';
import type { ReadEvidence, RedactionSettings } from '../../exchange/recording';
import { validateEvidence, recordedLines } from '../../exchange/recording';
import { mergeConclusionsById } from '../../judging/merge';
import type { AuditedFile } from '../../judging/results';
import { redactionSettingsOfTarget, mergeRedactionSettings } from '../../judging/keeping';
import { ruleContextOfTarget } from '../../judging/scope';
import type { Conclusion, RuleContext } from '../../obligations';
import { isAtKnownPath } from '../../obligations/judge/requests';
import { ClientLoops } from '../clients/client-loops';
import { ClientNamer, keyOfClientName } from '../clients/client-namer';
import { ClueReader } from '../clients/client-clues';
import type { ClientIdentity } from '../clients/client-directory';
import { ClientDirectory, unidentifiedClient } from '../clients/client-directory';
import type { JudgedTraffic } from '../ended-traffic';
import { feedSourceToSink } from '../items';
import type { FileRecording } from '../recording-file';
import { openSource, requireNonce } from '../sources';
import { TrafficLoop } from '../traffic-loop';
import type { RecorderSettings } from '../traffic-recorder';
import { TrafficRecorder } from '../traffic-recorder';
import type { ProxyEndpoint, PlacedExchange } from './fronts';
import { placing } from './fronts';

/** An earlier recording that is open: another process that continues it may remove its name. */
export interface EarlierRecording {
  readonly file: string;
  readonly descriptor: number;
}

/**
 * So many clients are each recorded by what they have shown; of the one that was silent for longest, it is forgotten.
 */
const mostRecorders = 500;

/** Rules that look at what comes. */
type Loop = Pick<TrafficLoop, 'take' | 'endRecording' | 'conclude'>;

interface LiveSettings extends Omit<RecorderSettings, 'recording'> {
  readonly recording: FileRecording;
  /** Told, in a line, of what could not be recorded or judged: that is a fault of the suite. */
  readonly fault: (line: string) => void;
}

/** What is concluded, of whom, and under which names and readings it was recorded. */
interface LiveEnd {
  readonly judged: JudgedTraffic;
  readonly client?: ClientName | undefined;
  readonly kept: RedactionSettings;
}

/**
 * Records what goes through a proxy, and judges it as it comes, for those who watch: as one client's, until another one
 * shows. What counts is judged in the end, from the recording, which says of each exchange whose it was by what was
 * known then.
 */
export class LiveJudge {
  readonly #settings: LiveSettings;
  readonly #context: RuleContext;
  /** One for each client: what one shows is no secret of another. */
  readonly #recorders = new Map<string, TrafficRecorder>();
  readonly #key = randomBytes(32);
  readonly #reader: ClueReader;
  readonly #directory = new ClientDirectory();
  readonly #names: ClientNamer;
  readonly #places = new Map<ProxyEndpoint, (wire: WireRecord) => PlacedExchange>();
  #loop: Loop;
  #kept: RedactionSettings;
  #isAlone = true;
  /** How much went through, how much of it could not be recorded, and of all that was recorded, judged. */
  passed = 0;
  unrecorded = 0;
  unjudged = 0;
  /** Requests to a path that neither the contract nor the far side knows: they are recorded and judged all the same. */
  unmapped = 0;

  constructor(settings: LiveSettings) {
    const { target } = settings;
    this.#settings = settings;
    this.#context = ruleContextOfTarget(target);
    this.#kept = redactionSettingsOfTarget(target);
    settings.recording.begin(this.#kept);
    this.#reader = new ClueReader(target);
    this.#names = new ClientNamer(target, this.#key);
    this.#loop = new TrafficLoop(this.#context, false);
  }

  /** Takes what went through; gives it as it is recorded, or nothing where that cannot be. */
  take(front: ProxyEndpoint, wire: WireRecord): Exchange | undefined {
    this.passed += 1;
    const exchange = this.#guarded(() => this.#record(front, wire), 'recorded');
    if (exchange === undefined) this.unrecorded += 1;
    else
      this.#guarded(() => {
        this.#observe(exchange);
      });
    return exchange;
  }

  /** Takes an earlier recording, and goes on behind it. */
  async continue(
    { file, descriptor: fd }: EarlierRecording,
    nonce: string | undefined,
  ): Promise<AuditedFile> {
    const source = await openSource(file, createReadStream(file, { fd, autoClose: false }));
    requireNonce(source, nonce);
    const { recording } = this.#settings;
    this.#kept = mergeRedactionSettings([this.#kept, source.kept ?? this.#kept]);
    recording.begin(this.#kept);
    const audited = await feedSourceToSink(source, {
      skipTo: (seq) => {
        recording.skipTo(seq);
      },
      take: () => undefined,
      takeRecorded: (evidence) => {
        if (evidence.client !== undefined) this.#directory.note({ recorded: evidence.client });
        const next = recording.append<Evidence>(evidence);
        this.#guarded(() => {
          this.#observe(next);
        });
      },
      endRecording: () => {
        this.#loop.endRecording();
      },
    });
    const others = this.unmapped;
    this.unmapped = 0;
    return { ...audited, others };
  }

  /** What was concluded so far. */
  conclude(): ReadonlyMap<string, Conclusion> {
    return this.#guarded(() => this.#loop.conclude()) ?? new Map<string, Conclusion>();
  }

  /** What is concluded of all that was recorded, from the recording itself. */
  async end(): Promise<LiveEnd> {
    const { recording } = this.#settings;
    recording.flush();
    const { sole } = this.#directory;
    const client = sole && this.#nameOf(sole);
    const loops = new ClientLoops(client === undefined ? {} : { client }, this.#context, false);
    for await (const read of linesIn(recording.file)) {
      const isJudged = this.#guarded(() => {
        if (!('evidence' in read)) return false;
        loops.take(read.evidence);
        return true;
      });
      if (isJudged !== true) this.unjudged += 1;
    }
    loops.endRecording();
    const { count, evidence } = recording;
    return { judged: { ...loops.conclude(), count, evidence }, client, kept: this.#kept };
  }

  #record(front: ProxyEndpoint, wire: WireRecord): Exchange {
    const place = this.#places.get(front) ?? placing(this.#settings.target, front);
    this.#places.set(front, place);
    const { place: at, raw } = place(wire);
    const clues = this.#reader.read(raw, at.service && { ...at, service: at.service });
    if (!isPreflight(raw.request)) this.#directory.note(clues);
    const client = this.#nameOf(this.#directory.resolve(clues));
    return this.#recorderOf(client).record(at, { ...raw, ...(client && { client }) });
  }

  #recorderOf(client: ClientName | undefined): TrafficRecorder {
    const name = client === undefined ? '' : keyOfClientName(client);
    const known = this.#recorders.get(name) ?? new TrafficRecorder({ ...this.#settings, key: this.#key });
    this.#recorders.delete(name);
    this.#recorders.set(name, known);
    const [longestSilent] = this.#recorders.keys();
    if (this.#recorders.size > mostRecorders && longestSilent !== undefined)
      this.#recorders.delete(longestSilent);
    return known;
  }

  #observe(evidence: Evidence): void {
    if (evidence.kind === undefined && this.#isLost(evidence)) this.unmapped += 1;
    if (this.#isAlone && this.#directory.isSeveral) {
      this.#isAlone = false;
      this.#loop = eachBehind(this.#loop.conclude(), this.#context);
    }
    this.#loop.take(evidence);
  }

  #isLost(exchange: Exchange): boolean {
    const isUnknown = exchange.operation === undefined && exchange.response?.status === 404;
    return isUnknown && !isAtKnownPath(exchange, this.#context);
  }

  #nameOf(client: ClientIdentity): ClientName | undefined {
    return client.by === unidentifiedClient.by ? undefined : this.#names.name(client);
  }

  /** What throws here harms no client that goes through. */
  #guarded<Of>(act: () => Of, what: 'recorded' | 'judged' = 'judged'): Of | undefined {
    try {
      return act();
    } catch (error) {
      // A recording that cannot be written any more has been told of already.
      if (!(error instanceof EnvironmentError))
        this.#settings.fault(`fault of the suite: an exchange could not be ${what} (${String(error)})`);
      return undefined;
    }
  }
}

/** Each client by itself, behind what was concluded before there were several. */
function eachBehind(before: ReadonlyMap<string, Conclusion>, context: RuleContext): Loop {
  const loops = new ClientLoops({}, context, false);
  return {
    take: (evidence) => {
      loops.take(evidence);
    },
    endRecording: () => {
      loops.endRecording();
    },
    conclude: () => mergeConclusionsById([before, loops.conclude().conclusions]),
  };
}

async function* linesIn(file: string): AsyncGenerator<ReadEvidence> {
  for await (const line of recordedLines(createReadStream(file)))
    yield validateEvidence('text' in line ? parseBoundedJson(line.text) : line);
}
