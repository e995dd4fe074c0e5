import { lineNumberOf, validateEvidence } from '../exchange/recording';
import { readHarEntry } from '../exchange/har/har-entry';
import { readLogEntry } from '../exchange/log/log-entry';
import type { Evidence } from '../exchange/evidence';
import { isPreflight, mayHaveBody } from '../exchange/exchange';
import { mayHoldMask, withoutMasks, isBodyPresenceUnknown } from '../exchange/masks';
import type { RawExchange } from '../exchange/raw-exchange';
import type { JsonReadResult } from '../contract/json';
import { parseBoundedJson } from '../contract/json';
import { IncompleteReadError } from '../exchange/har/read-har';
import type { AuditedFile } from '../judging/results';
import type { Form, TrafficItem, TrafficSource } from './sources';
import { asListed, UnjudgedCount, UnjudgedRequest } from './unjudged-requests';

/** Takes what inputs hold, in their order. */
export interface ItemSink {
  /** What comes next has this number. */
  skipTo(seq: number): void;
  /** Takes a request. Returns an {@link UnjudgedRequest} if the sink does not judge it. */
  take(raw: Omit<RawExchange, 'sender'>): unknown;
  /** Takes evidence of an old recording, in the form that is kept. */
  takeRecorded(evidence: Evidence): void;
  /** A recording is at its end; the next one is of another run. */
  endRecording(): void;
}

type Raw = Omit<RawExchange, 'sender'>;

/** What is done with one item. */
export type PartialSink = Pick<ItemSink, 'take' | 'takeRecorded'>;

/** What became of an item: it was taken, is no request, is not judged, or cannot be read. */
type Taken = 'taken' | 'other' | UnjudgedRequest | { readonly why: string };

/** Gives an item to a sink. */
export function feedItemToSink(form: Form, item: TrafficItem, sink: PartialSink): Taken {
  if ('flaw' in item) return { why: item.flaw };
  const json = parseBoundedJson(item.text);
  return form === 'recording' ? takeLine(json, sink) : takeEntry(json, form, item, sink);
}

function takeEntry(
  json: JsonReadResult,
  form: 'har' | 'log',
  { text, unseen = [] }: Extract<TrafficItem, { readonly text: string }>,
  sink: PartialSink,
): Taken {
  if ('flaw' in json) return { why: json.flaw };
  const read = form === 'har' ? readHarEntry(json.value) : readLogEntry(json.value);
  if (read.kind === 'other') return 'other';
  if (read.kind === 'broken') return { why: read.why };
  // A browser asks by itself, before its page does.
  if (isPreflight(read.raw.request)) return 'other';
  const raw = mayHoldMask(text) ? withoutMasks(read.raw) : read.raw;
  const taken = sink.take(withUnknown(raw, form, unseen));
  return taken instanceof UnjudgedRequest ? taken : 'taken';
}

/**
 * With what the request may have had besides: headers that no entry of its file carries, and the body that they
 * announce.
 */
function withUnknown(raw: Raw, form: 'har' | 'log', unseen: readonly string[]): Raw {
  const { request } = raw;
  // A line that lists what its log keeps tells more than the others do.
  const isListed = Object.values(request.withheld ?? {}).includes('kept');
  const lacking = isListed ? [] : unseen.map((name) => [name, form] as const);
  if (lacking.length === 0 && request.withheld === undefined) return raw;
  const withheld = { ...Object.fromEntries(lacking), ...request.withheld };
  const isBodyUnknown =
    request.body === undefined && isBodyPresenceUnknown(withheld) && mayHaveBody(request.method);
  return { ...raw, request: { ...request, withheld, ...(isBodyUnknown && { absent: true as const }) } };
}

function takeLine(json: JsonReadResult, sink: PartialSink): Taken {
  const read = validateEvidence(json);
  if ('flaw' in read) return { why: read.flaw };
  try {
    sink.takeRecorded(read.evidence);
    return 'taken';
  } catch (error) {
    // A recording from elsewhere may hold facts that pass the schema and fit no rule.
    if (!(error instanceof TypeError)) throw error;
    return { why: 'facts that no rule can read' };
  }
}

/** How many items of a file are told of that cannot be read. */
export const toldBroken = 20;

type Counted = Pick<TrafficSource, 'name' | 'form' | 'unit'>;

/** Counts what a source holds. */
export class SourceCount {
  readonly #source: Counted;
  readonly #broken: string[] = [];
  readonly #unjudged = new UnjudgedCount();
  #exchanges = 0;
  #others = 0;
  #brokenCount = 0;
  #cut: string | undefined;

  constructor(source: Counted) {
    this.#source = source;
  }

  add(item: Pick<TrafficItem, 'number' | 'line'>, taken: Taken): void {
    if (taken === 'taken') this.#exchanges += 1;
    else if (taken === 'other') this.#others += 1;
    else if (taken instanceof UnjudgedRequest) {
      this.#others += 1;
      this.#unjudged.add(taken.row);
    } else this.#addBroken(lineNumberOf(item), taken.why);
  }

  /** It was not read to its end, and why. */
  cut(why: string): void {
    this.#cut = why;
  }

  get audited(): AuditedFile {
    const { name, form } = this.#source;
    const unjudged = this.#unjudged.all;
    return {
      name,
      form,
      exchanges: this.#exchanges,
      others: this.#others,
      ...(unjudged && { unjudged }),
      broken: this.#broken,
      brokenCount: this.#brokenCount,
      ...(this.#cut !== undefined && { cut: this.#cut }),
    };
  }

  #addBroken(number: number, why: string): void {
    this.#brokenCount += 1;
    if (this.#broken.length < toldBroken) this.#broken.push(`${this.#source.unit} ${number}: ${why}`);
  }
}

/** Why a source was not read to its end, and where that is. */
export const whyReadingStopped = (why: string, { unit }: Pick<TrafficSource, 'unit'>, last: number): string =>
  `${why}, behind ${unit} ${last}`;

/** Gives all that a source holds to a sink. */
export async function feedSourceToSink(source: TrafficSource, sink: ItemSink): Promise<AuditedFile> {
  const count = new SourceCount(source);
  let last = 0;
  try {
    for await (const item of source.items) {
      last = lineNumberOf(item);
      sink.skipTo(item.number);
      count.add(item, feedItemToSink(source.form, item, sink));
    }
  } catch (error) {
    if (!(error instanceof IncompleteReadError)) throw error;
    count.cut(whyReadingStopped(error.message, source, last));
  }
  sink.endRecording();
  return asListed(count.audited);
}
