// `npm run generate -- NAME`: regenerates files that are derived from other files of the repository. Without NAME,
// lists the generators.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

interface Generator {
  readonly script: string;
  /** The generated files, in words, and the options of the script. */
  readonly makes: string;
}

/** Maps each NAME argument to its generator. */
const generators = {
  readme: {
    script: 'scripts/readme.ts',
    makes: 'the end of `npm start` in README.md, and the number of obligations there; --check only compares',
  },
  features: {
    script: 'scripts/also-right.ts',
    makes:
      'in features/, the end of each Rule (other right behaviour) and of each description (levels); --check only compares',
  },
  vectors: {
    script: 'vectors/generate/index.ts',
    makes: 'the test vectors in vectors/ that this project computes itself',
  },
  exchanges: {
    script: 'mutants/exchanges.ts',
    makes:
      'dist/exchanges.json: a right and a wrong example of each obligation without rows in features/mistakes',
  },
  coverage: {
    script: 'scripts/coverage/index.ts',
    makes: 'docs/coverage.md, from docs/coverage.yml; --check DOCUMENT compares both with the document',
  },
  absence: {
    script: 'scripts/absence.ts',
    makes: 'docs/absence.md: what each judge concludes from what is not recorded; --check only compares',
  },
  'provider-methods': {
    script: 'scripts/provider-methods.ts',
    makes:
      'in docs/guides/adapter.md, the obligations that need each method of a provider; --check only compares',
  },
  quotes: {
    script: 'scripts/coverage/write-quotes.ts',
    makes: 'docs/quotes.yml: the quotes of the document; DOCUMENT, the path of the document, is required',
  },
  forms: {
    script: 'tests/traffic/forms/generate.ts',
    makes: 'tests/traffic/forms/files: the traffic of one run, in the format of each recording tool',
  },
  'node-library': {
    script: 'scripts/node-library.ts',
    makes: 'the adapter library for plain Node in adapters/node, compiled from the TypeScript library',
  },
} as const satisfies Record<string, Generator>;

export type GeneratorName = keyof typeof generators;

const isGenerator = (name: string): name is GeneratorName => Object.hasOwn(generators, name);

const width = Math.max(...Object.keys(generators).map(({ length }) => length));
const list = Object.entries(generators).map(([name, { makes }]) => `  ${name.padEnd(width)}  ${makes}`);
const usage = ['usage: npm run generate -- NAME [OPTION…]', ...list].join('\n');

function main([name, ...args]: readonly string[]): void {
  if (name === undefined) {
    console.log(usage);
    return;
  }
  if (!isGenerator(name)) {
    console.error(`There is no generator named ${name}.\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const all = ['-r', join(root, 'bin/typescript.cjs'), join(root, generators[name].script), ...args];
  process.exitCode = spawnSync(process.execPath, all, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

if (require.main === module) main(process.argv.slice(2));
