/**
 * Compiles the TypeScript adapter library to CommonJS, for adapters in plain Node:
 * `node -r ./bin/typescript.cjs scripts/node-library.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const adapters = join(__dirname, '../adapters');

/** Returns the contents of the generated files for `adapters/node`, by file name. */
export async function nodeLibrary(): Promise<ReadonlyMap<string, string>> {
  const written = ['gateway-adapter', 'sender'].map(async (name) => {
    const source = readFileSync(join(adapters, 'typescript', `${name}.mts`), 'utf8');
    const { outputText } = transpileModule(source.replaceAll(".mts'", ".cjs'"), {
      compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
    });
    const file = join(adapters, 'node', `${name}.cjs`);
    const origin = `// Written from ../typescript/${name}.mts, for Node 18 and newer. Keep it as it is, beside your adapter.`;
    const text = await format(`${origin}\n${outputText}`, { ...(await resolveConfig(file)), filepath: file });
    return [`${name}.cjs`, text] as const;
  });
  return new Map(await Promise.all(written));
}

async function write(): Promise<void> {
  for (const [name, text] of await nodeLibrary()) writeFileSync(join(adapters, 'node', name), text);
}

if (require.main === module) void write();
