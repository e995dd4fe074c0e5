import type { Evidence } from '../../exchange/evidence';
import { OperationMap } from '../../exchange/operation-map';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { Target } from '../../targets/target';
import type { Clues } from './clues';
import { ClueReader } from './clues';

/** Finds what exchanges tell of their clients, each by itself: it does not matter which came before. */
export class ClueFinder {
  readonly #map: OperationMap;
  readonly #reader: ClueReader;

  constructor(target: Target) {
    this.#map = new OperationMap(target, 0);
    this.#reader = new ClueReader(target);
  }

  /** `counts`: it belongs to the contract by itself, so that others can go by what it tells. */
  inRaw(raw: Omit<RawExchange, 'sender'>): { readonly clues: Clues; readonly counts: boolean } {
    const place = this.#map.map(raw.request.method, raw.request.url);
    return { clues: this.#reader.read(raw, place), counts: place !== undefined };
  }

  inRecorded({ client }: Evidence): { readonly clues: Clues; readonly counts: boolean } {
    return client === undefined
      ? { clues: {}, counts: false }
      : { clues: { recorded: client }, counts: true };
  }
}
