import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readJson } from '../../contract/json';
import type { Evidence } from '../../exchange/evidence';
import type { ClientName, Exchange } from '../../exchange/exchange';
import { isPreflight } from '../../exchange/methods';
import type { RawExchange } from '../../exchange/raw-exchange';
import { evidenceOf } from '../../exchange/read-evidence';
import { recordedLines } from '../../exchange/recorded-lines';
import type { Conclusion } from '../../obligations';
import { isAtKnownPath } from '../../obligations/judge/paths';
import type { JudgedTraffic } from '../ended-traffic';
import type { FileRecording } from '../recording-file';
import type { Taker } from '../items';
import type { TrafficSettings } from '../traffic-judge';
import { TrafficJudge } from '../traffic-judge';
import { ClientLoops } from './client-loops';
import { ClueReader } from './clues';
import type { Client } from './directory';
import { Directory, nameless } from './directory';
import { Namer } from './client-names';

type Place = Pick<RawExchange, 'sender' | 'service' | 'operation'>;
type Raw = Omit<RawExchange, 'sender'>;

/**
 * Judges traffic on its way: as one client's, until another one shows. Its recording says of each exchange whose it was by
 * what was known then. By that it is judged again in the end, where it was that of several.
 */
export class LiveJudge implements Taker {
  readonly #settings: TrafficSettings & { readonly recording: FileRecording };
  readonly #judge: TrafficJudge;
  readonly #reader: ClueReader;
  readonly #directory = new Directory();
  readonly #namer: Namer;
  /** Requests to a path that neither the contract nor the far side knows: they are recorded and judged all the same. */
  unmapped = 0;
  #loops: ClientLoops | undefined;

  constructor(settings: TrafficSettings & { readonly recording: FileRecording }) {
    this.#settings = settings;
    this.#judge = new TrafficJudge(settings);
    this.#reader = new ClueReader(settings.target);
    this.#namer = new Namer(settings.target, settings.key ?? randomBytes(32));
  }

  skipTo(seq: number): void {
    this.#judge.skipTo(seq);
  }

  /** Nothing but what goes to a service, or comes from it, goes through a proxy. */
  take(): never {
    throw new Error('a proxy knows where each request goes');
  }

  takeFrom(place: Place, raw: Raw): Exchange {
    const clues = this.#reader.read(raw, place.service && { ...place, service: place.service });
    if (!isPreflight(raw.request)) this.#directory.note(clues);
    const client = this.#nameOf(this.#directory.resolve(clues));
    const named = { ...raw, ...(client && { client }) };
    const loops = this.#several();
    const exchange = this.#judge.record(place, named);
    if (loops === undefined) this.#judge.observe(exchange);
    else loops.take(exchange);
    this.#count(exchange);
    return exchange;
  }

  takeRecorded(evidence: Evidence): void {
    if (evidence.client !== undefined) this.#directory.note({ recorded: evidence.client });
    const loops = this.#several();
    if (loops === undefined) this.#judge.takeRecorded(evidence);
    else loops.take(this.#judge.recordAgain(evidence));
    if (evidence.kind === undefined) this.#count(evidence);
  }

  endRecording(): void {
    this.#judge.endRecording();
    this.#loops?.endRecording();
  }

  /** What was concluded so far; once there are several clients, of what came since. */
  conclude(): ReadonlyMap<string, Conclusion> {
    return this.#loops?.conclude().conclusions ?? this.#judge.conclude();
  }

  /** What is concluded of all that was recorded. */
  async end(): Promise<{ readonly judged: JudgedTraffic; readonly client?: ClientName | undefined }> {
    const { recording } = this.#settings;
    const { count, evidence } = recording;
    const { sole } = this.#directory;
    if (sole === undefined) {
      recording.flush();
      const loops = this.#newLoops();
      for await (const each of evidenceIn(recording.file)) loops.take(each);
      loops.endRecording();
      return { judged: { ...loops.conclude(), count, evidence } };
    }
    const conclusions = this.#judge.conclude();
    const client = this.#nameOf(sole);
    const clients = client && [{ name: client, ...this.#judge.seen, conclusions }];
    return { judged: { conclusions, count, evidence, clients }, client };
  }

  #count(exchange: Exchange): void {
    const isLost = exchange.operation === undefined && exchange.response?.status === 404;
    if (isLost && !isAtKnownPath(exchange, this.#settings.context)) this.unmapped += 1;
  }

  #several(): ClientLoops | undefined {
    if (this.#directory.isSeveral) this.#loops ??= this.#newLoops();
    return this.#loops;
  }

  #newLoops(): ClientLoops {
    const { context, everyRule } = this.#settings;
    return new ClientLoops({}, context, everyRule);
  }

  #nameOf(client: Client): ClientName | undefined {
    return client.by === nameless.by ? undefined : this.#namer.name(client);
  }
}

/** What this process recorded itself. */
async function* evidenceIn(file: string): AsyncGenerator<Evidence> {
  for await (const line of recordedLines(createReadStream(file))) {
    const read = evidenceOf('text' in line ? readJson(line.text) : line);
    if ('evidence' in read) yield read.evidence;
  }
}
