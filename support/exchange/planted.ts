import type { PlantedValue } from '../contract/field-facts';
import type { Needle } from './encodings';
import { Haystack, needlesOf } from './encodings';
import type { LeakFact } from './facts';
import type { FactFinder, RawExchange } from './recorder';

const guarded: readonly PlantedValue['kind'][] = ['otp', 'national-id'];

/** Where guarded planted values stand in a text that must not hold them, in whatever encoding. */
export class LeakSearch {
  readonly #planted: () => readonly PlantedValue[];
  #sought: { readonly id: string; readonly needle: Needle }[] = [];
  #count = 0;

  /** @param planted the values so far; it may grow during a run */
  constructor(planted: () => readonly PlantedValue[]) {
    this.#planted = planted;
  }

  find(text: string, place: string): LeakFact[] {
    const haystack = new Haystack(text);
    const found = this.#needles().filter(({ needle }) => haystack.indexOf(needle) >= 0);
    const leaks = found.map(({ id, needle }) => ({ planted: id, place, encoding: needle.encoding }));
    // One leak may be spelt alike in two encodings: the first names it.
    return leaks.filter(
      ({ planted }, index) => leaks.findIndex((each) => each.planted === planted) === index,
    );
  }

  /** Identifiers of which the text shows four leading digits or more before a mask, as logs do. */
  findMasked(text: string, place: string): LeakFact[] {
    return this.#planted()
      .filter(({ kind, value }) => kind === 'national-id' && beforeMask(value).test(text))
      .map(({ id }) => ({ planted: id, place, encoding: maskedEncoding }));
  }

  #needles(): readonly { readonly id: string; readonly needle: Needle }[] {
    const planted = this.#planted();
    if (planted.length === this.#count) return this.#sought;
    this.#count = planted.length;
    this.#sought = planted
      .filter(({ kind }) => guarded.includes(kind))
      .flatMap(({ id, kind, value }) =>
        [...needlesOf(value), ...(kind === 'national-id' ? [beginningOf(value)] : [])].map((needle) => ({
          id,
          needle,
        })),
      );
    return this.#sought;
  }
}

/** So many digits of a longer number are no chance; and so many tell whose number it is. */
const tellingDigits = 8;

/** The rest is often masked, in logs. */
function beginningOf(value: string): Needle {
  const text = value.slice(0, tellingDigits);
  return { text, encoding: 'first digits', caseless: false, wholeToken: text.length < tellingDigits };
}

/** How `findMasked` names what it finds. */
export const maskedEncoding = 'first digits before a mask';

/** Fewer leading digits are shared by many: `2788…`, `2788 12XX XXXX`; the last four, `XXXX XXXX 1234`, do no harm. */
const fewestBeforeMask = 4;

function beforeMask(value: string): RegExp {
  const digits = Array.from(value, (digit) => digit.replace(/\W/, '\\$&'));
  const first = digits.slice(0, fewestBeforeMask).join('[ -]?');
  const more = digits
    .slice(fewestBeforeMask, -1)
    .reduceRight((rest, digit) => `(?:[ -]?${digit}${rest})?`, '');
  return new RegExp(`(?<![A-Za-z0-9])${first}${more}[ -]?(?:[Xx#_]{2,}|[*•●…]|\\.{2,})`);
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
