import { encodingPatterns } from './encodings';
import type { LeakFact } from './facts';
import type { FactFinder, RawExchange } from './recorder';

/** A value that the suite gave the integrator, to be recognised wherever it turns up. */
export interface PlantedValue {
  /** Stands in for the value in facts and messages, as in `otp-1`. */
  readonly id: string;
  /** `otp` and `national-id` must appear in no log, URL, header or plain field (clause 6.3.4). */
  readonly kind: 'otp' | 'national-id' | 'mobile' | 'value';
  readonly value: string;
}

interface Sought {
  readonly id: string;
  readonly encoding: string;
  readonly pattern: RegExp;
}

const guarded: readonly PlantedValue['kind'][] = ['otp', 'national-id'];

/** Where guarded planted values stand in a text that must not hold them, in whatever encoding. */
export class LeakSearch {
  readonly #planted: () => readonly PlantedValue[];
  #sought: Sought[] = [];
  #count = 0;

  /** @param planted the values so far; it may grow during a run */
  constructor(planted: () => readonly PlantedValue[]) {
    this.#planted = planted;
  }

  find(text: string, place: string): LeakFact[] {
    return this.#patterns().flatMap(({ id, encoding, pattern }) =>
      pattern.test(text) ? [{ planted: id, place, encoding }] : [],
    );
  }

  #patterns(): readonly Sought[] {
    const planted = this.#planted();
    if (planted.length === this.#count) return this.#sought;
    this.#count = planted.length;
    this.#sought = planted
      .filter(({ kind }) => guarded.includes(kind))
      .flatMap(({ id, value }) =>
        encodingPatterns(value).map((source) => ({
          id,
          encoding: nameEncoding(source, value),
          pattern: new RegExp(source),
        })),
      );
    return this.#sought;
  }
}

function nameEncoding(source: string, value: string): string {
  if (source.includes(value)) return 'raw';
  if (/^(%|\[)/.test(source) && source.includes('%')) return 'url-encoded';
  if (/^(\d|\[[a-f][A-F]\])+$/.test(source)) return 'hex';
  return 'base64';
}

/** Finds leaks in the URL, the headers and the plain members of an integrator's request. */
export function leakFinder(search: LeakSearch): FactFinder {
  return (raw) => {
    if (raw.sender !== 'integrator') return {};
    const leaks = [...search.find(raw.request.url, 'url'), ...inHeaders(raw, search), ...inBody(raw, search)];
    return leaks.length === 0 ? {} : { leaks };
  };
}

function inHeaders({ request }: RawExchange, search: LeakSearch): LeakFact[] {
  return request.headers.flatMap(([name, value]) =>
    search.find(`${name}: ${value}`, `header ${name.toLowerCase()}`),
  );
}

function inBody({ request }: RawExchange, search: LeakSearch): LeakFact[] {
  const text = request.body?.toString('utf8');
  return text === undefined ? [] : search.find(text, 'body');
}
