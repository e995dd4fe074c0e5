import type { Evidence } from '../../exchange/evidence';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { Taker } from '../taker';
import type { ClientJudges } from './client-judges';
import type { Directory } from './directory';
import type { ClueFinder } from './finder';
import type { Namer } from './namer';

type Raw = Omit<RawExchange, 'sender'>;

/** Says that traffic which was judged as one client's is that of several. */
export class SeveralClients extends Error {
  override readonly name = 'SeveralClients';
}

/** Only notes what exchanges tell of their clients. */
export class NotingTaker implements Taker {
  readonly unmapped = 0;
  readonly #finder: ClueFinder;
  readonly #directory: Directory;

  constructor(finder: ClueFinder, directory: Directory) {
    this.#finder = finder;
    this.#directory = directory;
  }

  skipTo(): void {
    // Numbers tell nothing of clients.
  }

  take(raw: Raw): void {
    const { clues, counts } = this.#finder.inRaw(raw);
    if (counts) this.#directory.note(clues);
  }

  takeRecorded(evidence: Evidence): void {
    const { clues, counts } = this.#finder.inRecorded(evidence);
    if (counts) this.#directory.note(clues);
  }

  endRecording(): void {
    // The next recording may be of the same clients.
  }
}

/** Has all judged as one client's, as long as that may be so. Throws SeveralClients once it cannot. */
export class WatchedTaker implements Taker {
  readonly #taker: Taker;
  readonly #noting: NotingTaker;
  readonly #directory: Directory;

  constructor(taker: Taker, finder: ClueFinder, directory: Directory) {
    this.#taker = taker;
    this.#noting = new NotingTaker(finder, directory);
    this.#directory = directory;
  }

  get unmapped(): number {
    return this.#taker.unmapped;
  }

  skipTo(seq: number): void {
    this.#taker.skipTo(seq);
  }

  take(raw: Raw): void {
    this.#noting.take(raw);
    this.#watch();
    this.#taker.take(raw);
  }

  takeRecorded(evidence: Evidence): void {
    this.#noting.takeRecorded(evidence);
    this.#watch();
    this.#taker.takeRecorded(evidence);
  }

  endRecording(): void {
    this.#taker.endRecording();
  }

  #watch(): void {
    if (this.#directory.isSeveral) throw new SeveralClients();
  }
}

/** Has each exchange judged as that of its client, once all clients are known. */
export class SortingTaker implements Taker {
  readonly #judges: ClientJudges;
  readonly #finder: ClueFinder;
  readonly #directory: Directory;
  readonly #namer: Namer;
  #seq = 0;
  unmapped = 0;

  constructor(judges: ClientJudges, finder: ClueFinder, directory: Directory, namer: Namer) {
    this.#judges = judges;
    this.#finder = finder;
    this.#directory = directory;
    this.#namer = namer;
  }

  skipTo(seq: number): void {
    this.#seq = seq;
  }

  take(raw: Raw): void {
    const name = this.#namer.name(this.#directory.clientOf(this.#finder.inRaw(raw).clues));
    const taker = this.#judges.takerOf(name, this.#seq);
    const { unmapped } = taker;
    taker.take(raw);
    this.unmapped += taker.unmapped - unmapped;
  }

  takeRecorded(evidence: Evidence): void {
    const name = this.#namer.name(this.#directory.clientOf(this.#finder.inRecorded(evidence).clues));
    this.#judges.takerOf(name, this.#seq).takeRecorded(evidence);
  }

  endRecording(): void {
    this.#judges.endRecording();
  }
}
