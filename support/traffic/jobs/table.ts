/** Values that come again and again, each kept once: a number stands for one. */
export class Table<Of> {
  readonly #places = new Map<string, number>();
  readonly all: Of[] = [];

  placeOf(value: Of): number {
    const text = JSON.stringify(value);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.all.push(value) - 1;
    this.#places.set(text, place);
    return place;
  }
}
