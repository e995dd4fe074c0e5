import type { ExposureFact } from '../../../contract/transfer-facts';
import { textsOf } from './json-texts';
import type { View } from './text-views';
import { TextViews } from './text-views';

interface Spelling {
  readonly encoding: string;
  readonly needles: readonly string[];
  readonly view: View;
}

/**
 * Looks for a part of the bundle, by a text that stands nowhere else. One finding for each text of the JSON value that
 * was sent; an empty marker stands nowhere.
 */
export function findBundle({ sent, marker }: { sent: unknown; marker: string }): ExposureFact[] {
  if (marker === '') return [];
  const spellings = spellingsOf(marker);
  return textsOf(sent).texts.flatMap(({ place, text }) => {
    const views = new TextViews(text);
    const found = spellings.find(({ needles, view }) => needles.some((needle) => views.hold(needle, view)));
    return found === undefined ? [] : [{ place, encoding: found.encoding }];
  });
}

function spellingsOf(marker: string): Spelling[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset)).filter((text) => text.length >= 6);
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = [bytes, Buffer.from(marker, 'utf16le')].map((each) => each.toString('hex'));
  const json = [JSON.stringify(marker).slice(1, -1), escaped(marker)];
  const url = encodeURIComponent(marker);
  return [
    { encoding: 'raw', needles: [marker, bytes.toString('latin1')], view: 'as it is' },
    // Base64 and hexadecimal may be broken into lines, at any place.
    { encoding: 'base64', needles: base64, view: 'on one line' },
    {
      encoding: 'base64url',
      needles: base64url.filter((text) => !base64.includes(text)),
      view: 'on one line',
    },
    { encoding: 'hex', needles: hex, view: 'on one line, caseless' },
    { encoding: 'url-encoded', needles: [url.toLowerCase()], view: 'caseless' },
    { encoding: 'json-escaped', needles: json.map((text) => text.toLowerCase()), view: 'caseless' },
  ];
}

/** The characters of Base64 that depend on the bytes alone, which stand so far behind a multiple of three. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function escaped(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
