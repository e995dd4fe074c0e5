// npm run generate -- provider-methods [--check]: writes the table in docs/guides/adapter.md that lists the obligations
// which need each adapter method of a provider. With --check, this script writes nothing, and exits with 1 if the table is
// outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { contractObligations } from '../support/obligations';

const file = join(__dirname, '../docs/guides/adapter.md');
/** Matches the table after the comment that names this generator. */
const table = /(?<=generate -- provider-methods writes this table[^\n]*\n\n)(?:\|.*\n)+/;

/** Maps each group of alternative methods, such as `preauth.submit or claim.submit`, to the ids that need it. */
function idsByGroup(): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  const of = contractObligations.all.filter(({ providerMethods }) => providerMethods !== undefined);
  for (const { id, providerMethods = [] } of of) {
    const groups = providerMethods.map((group) => group.map((method) => `\`${method}\``).join(' or '));
    for (const group of groups.length === 0 ? ['none: `callbackUrl` is enough'] : groups)
      ids.set(group, [...(ids.get(group) ?? []), id]);
  }
  return ids;
}

/** Returns the text of docs/guides/adapter.md with the table as the obligations have it now. */
export async function guideText(): Promise<string> {
  const text = readFileSync(file, 'utf8');
  if (!table.test(text))
    throw new Error('docs/guides/adapter.md has no table behind the name of this generator');
  const rows = [...idsByGroup()].sort(([, one], [, other]) => other.length - one.length);
  const lines = rows.map(([group, ids]) => `| ${group} | ${ids.sort().join(', ')} |`);
  const made = ['| method | obligations that need it |', '| --- | --- |', ...lines, ''].join('\n');
  return text.replace(table, await format(made, { parser: 'markdown' }));
}

async function main(isCheck: boolean): Promise<void> {
  const text = await guideText();
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/guides/adapter.md is out of date. Run: npm run generate -- provider-methods');
    process.exitCode = 1;
  }
}

if (require.main === module) void main(process.argv.includes('--check'));
