/** A value that was planted, by name, and must not be found again in any form. */
export type Canaries = Readonly<Record<string, string>>;

/**
 * The names of the canaries that a text gives away. It decodes whatever may be an encoding and looks at what comes
 * out, so that it shares nothing with the redaction, which encodes what it knows and looks for that.
 */
export function leaks(text: string, canaries: Canaries): string[] {
  const readings = new Set<string>();
  decodeAll(text, 3, readings);
  return Object.entries(canaries).flatMap(([name, value]) =>
    [...readings].some((reading) => shows(reading, value)) ? [name] : [],
  );
}

function decodeAll(text: string, depth: number, into: Set<string>): void {
  if (into.has(text)) return;
  into.add(text);
  if (depth === 0) return;
  for (const decoded of [unescapeJson(text), unescapeUrl(text), ...base64In(text), ...hexIn(text)])
    if (decoded !== text) decodeAll(decoded, depth - 1, into);
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

/** Every run of the alphabet at each of its four beginnings, as text of one byte a character. */
function base64In(text: string): string[] {
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return runs.flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64url').toString('latin1')),
  );
}

function hexIn(text: string): string[] {
  const runs = text.match(/[0-9a-fA-F]{8,}/g) ?? [];
  return runs.flatMap((run) =>
    [0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
  );
}

/** Digits count as a value of their own only where no further digit adjoins them. */
function shows(text: string, value: string): boolean {
  const forms = [value, Buffer.from(value, 'utf8').toString('latin1')];
  if (!/^\d+$/.test(value)) return forms.some((form) => text.includes(form));
  return new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`).test(text);
}
