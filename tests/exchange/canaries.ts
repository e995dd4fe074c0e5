/** A value that was planted, by name, and must not be found again in any form. */
export type Canaries = Readonly<Record<string, string>>;

/**
 * The names of the canaries that a text gives away. It decodes whatever may be an encoding and looks at what comes
 * out, so that it shares nothing with the redaction, which encodes what it knows and looks for that.
 */
export function leaks(text: string, canaries: Canaries): string[] {
  return leakFinder(canaries)(text);
}

const depth = 3;

/** Looks for the same canaries in one text after the other; what stands in several is decoded once. */
export function leakFinder(canaries: Canaries): (text: string) => string[] {
  const looks = Object.entries(canaries).map(([name, value]) => [name, showing(value)] as const);
  /** The same words stand in all artefacts of a run, and the same bodies: each is decoded once. */
  const words = remembering((word, left) => namesOf(decodedWords(word), left - 1));
  const texts = remembering((text, left) => find(text, left));
  const namesOf = (all: readonly string[], left: number): readonly string[] =>
    all.flatMap((each) => (each.length < longWord ? find(each, left) : texts(each, left)));
  const find = (text: string, left: number): readonly string[] => {
    const found = new Set(looks.filter(([, shows]) => shows(text)).map(([name]) => name));
    if (left > 0) {
      for (const word of wordsIn(text)) for (const name of words(word, left)) found.add(name);
      const unescaped = [unescapeJson(text), unescapeUrl(text)].filter((each) => each !== text);
      for (const name of namesOf(unescaped, left - 1)) found.add(name);
    }
    return found.size === 0 ? nothing : [...found];
  };
  return (text) => {
    const found = texts(text, depth);
    return Object.keys(canaries).filter((name) => found.includes(name));
  };
}

const nothing: readonly string[] = [];

/** Shorter texts are looked into again sooner than they are found again. */
const longWord = 256;

type Look = (text: string, left: number) => readonly string[];

/** Keeps what was found in a text, and how many times more it was decoded for that. */
function remembering(look: Look): Look {
  const known = new Map<string, { readonly left: number; readonly names: readonly string[] }>();
  return (text, left) => {
    const before = known.get(text);
    if (before !== undefined && before.left >= left) return before.names;
    const names = look(text, left);
    known.set(text, { left, names });
    return names;
  };
}

function unescapeJson(text: string): string {
  const simple: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, unit?: string, one?: string) =>
    unit === undefined ? (simple[one ?? ''] ?? one ?? '') : String.fromCharCode(parseInt(unit, 16)),
  );
}

function unescapeUrl(text: string): string {
  const [plain, form] = [text, text.replaceAll('+', ' ')].map((each) =>
    each.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    ),
  );
  return plain === text ? text : `${plain ?? ''}\n${form ?? ''}`;
}

/** Every run of characters of Base64 or hexadecimal, once. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set([
    ...(text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []),
    // Beside it may stand other letters.
    ...(text.match(/[0-9a-fA-F]{8,}/g) ?? []),
  ]);
}

/** A run decoded from each of its possible beginnings, as text of one byte a character. */
function decodedWords(word: string): string[] {
  const base64 = [0, 1, 2, 3].map((start) => Buffer.from(word.slice(start), 'base64url').toString('latin1'));
  if (!/^[0-9a-fA-F]*$/.test(word)) return base64;
  return [...base64, ...[0, 1].map((start) => Buffer.from(word.slice(start), 'hex').toString('latin1'))];
}

/** Digits count as a value of their own only where no further digit adjoins them. */
function showing(value: string): (text: string) => boolean {
  const forms = [...new Set([value, Buffer.from(value, 'utf8').toString('latin1')])];
  if (!/^\d+$/.test(value)) return (text) => forms.some((form) => text.includes(form));
  const alone = new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`);
  return (text) => text.includes(value) && alone.test(text);
}
