import pc from 'picocolors';
import type { EditionDifference, PartDifference, Restated } from '../editions/difference';
import type { EditionPart } from '../editions/edition';
import { editionParts } from '../editions/edition';
import type { KnownEditions } from '../editions/known';
import { counted } from '../report/wording';

/** The editions that the suite knows, one a line. */
export function editionList({ all, current }: KnownEditions): string {
  const lines = all.map(({ name, title, obligations, operations }) => {
    const sizes = `${count(obligations, 'obligation')}, ${count(operations, 'operation')}`;
    return `${name}  ${name === current.name ? 'current' : 'earlier'}  ${sizes}  ${title}`;
  });
  return [...lines, '', 'A target pins one with its member edition; --diff shows what is different.'].join(
    '\n',
  );
}

const count = (of: object, what: string): string => counted(Object.keys(of).length, what);

/** What a new edition asks for, part by part. */
export function differenceText(difference: EditionDifference): string {
  const parts = editionParts.flatMap((part) => partText(part, difference[part]));
  const head = pc.bold(`From ${difference.from} to ${difference.to}`);
  return [head, ...(parts.length === 0 ? ['Nothing is different.'] : parts)].join('\n\n');
}

function partText(part: EditionPart, { added, changed, removed }: PartDifference): string[] {
  const lines = [
    ...Object.entries(added).map(([name, row]) => pc.green(`  + ${headOf(name, row)}`)),
    ...Object.entries(changed).flatMap(([name, restated]) => [
      pc.yellow(`  ~ ${name}`),
      ...restated.map((each) => `      ${restatedText(each)}`),
    ]),
    ...Object.entries(removed).map(([name, row]) => pc.red(`  - ${headOf(name, row)}`)),
  ];
  const sizes = [added, changed, removed].map((each) => Object.keys(each).length);
  const [more = 0, other = 0, fewer = 0] = sizes;
  const title = part.charAt(0).toUpperCase() + part.slice(1);
  if (lines.length === 0) return [];
  return [[pc.bold(`${title}: ${more} added, ${other} changed, ${fewer} removed`), ...lines].join('\n')];
}

/** An obligation by what it demands, an operation by its request line, anything else by its name. */
function headOf(
  name: string,
  { level, subject, clauses, title, method, path }: PartDifference['added'][string],
) {
  if (Array.isArray(clauses))
    return `${name} [${String(level)}, ${String(subject)}, clause ${clauses.join(', ')}] ${String(title)}`;
  return method === undefined ? name : `${name}  ${shown(method)} ${shown(path)}`;
}

const restatedText = ({ member, before, after }: Restated): string =>
  `${member}: ${shown(before)} → ${shown(after)}`;

function shown(value: unknown): string {
  if (value === undefined) return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
