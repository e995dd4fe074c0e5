'use strict';
// Compiles the suite into dist/: one bundle of its own code, in which each command loads what it needs, and beside it
// the packages that most commands load; others stay where npm installed them. node scripts/build.cjs [--if-stale]
const { createHash } = require('node:crypto');
const {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { SourceMap } = require('node:module');
const { dirname, join, posix, relative, sep } = require('node:path');
const { folder, freshBuild, inputsDigest, readBuild } = require('../bin/dist.cjs');
const { bundlePage } = require('./ui-page.cjs');

const root = join(__dirname, '..');

/** What Cucumber loads by path. It loads each from a file of its own, and they all hand over to the one bundle. */
const loadedByCucumber = {
  results: "require('./support/cli/cucumber/results-plugin').plugin",
  progress: "require('./support/cli/cucumber/progress').plugin",
  summary: "require('./support/cli/cucumber/summary-formatter').formatter",
};

/**
 * Packages that become files beside the bundle, each with all that it needs, and the names of these files. One file loads in a
 * fraction of the time of hundreds, and who installs the suite need not install what fastify takes. The notices of their
 * licences stand beside them.
 */
const vendored = {
  ...Object.fromEntries(
    ['fastify', 'jose', 'node-forge', 'pactum', 'yaml'].map((name) => [name, `${name}.cjs`]),
  ),
  // Cucumber looks for its version, and for its own lines in stacks, by where it stands: a folder of its own.
  '@cucumber/messages': 'cucumber/lib/messages.cjs',
  '@cucumber/cucumber': 'cucumber/lib/index.cjs',
  '@cucumber/cucumber/api': 'cucumber/lib/index.cjs',
};

/** What a file exports that is more than one package; what makes `cucumber.html` reads a page beside itself. */
const cucumber =
  "module.exports = { ...require('@cucumber/cucumber'), ...require('@cucumber/cucumber/api') };";

const outside = ['@cucumber/html-formatter'];

/** What stands in for a package that costs much and does what each Node can. */
const standIns = { 'regexp-match-indices': join(__dirname, 'match-indices.cjs') };

/** Half the size. Names stay: some packages go by those of functions. */
const smaller = { minifyWhitespace: true, minifySyntax: true };

/** What both bundles have in common. */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  write: false,
  logLevel: 'error',
};

function entry() {
  const steps = ['support/hooks.ts', ...globSync('steps/**/*.steps.ts', { cwd: root }).sort()];
  return [
    "exports.library = () => require('./support/library/index.ts');",
    "exports.main = async (argv) => (await import('./support/cli.ts')).main(argv);",
    `exports.steps = () => { ${steps.map((file) => `require('./${file.split(sep).join('/')}');`).join(' ')} };`,
    ...Object.entries(loadedByCucumber).map(([name, loaded]) => `exports['${name}'] = () => ${loaded};`),
  ].join('\n');
}

/** Takes these packages from their files, as seen from a folder of `dist/`, and others from where npm installed them. */
function besides(names, from = '.', others = []) {
  const files = names.map((name) => [name, `./${posix.relative(from, vendored[name])}`]);
  return {
    alias: { ...Object.fromEntries(files), ...standIns },
    external: [...files.map(([, file]) => file), ...others],
  };
}

function bundle() {
  const { buildSync } = require('esbuild');
  const { outputFiles } = buildSync({
    ...common,
    stdin: { contents: entry(), resolveDir: root, sourcefile: 'dist-entry.cjs' },
    outfile: join(folder, 'conform.cjs'),
    packages: 'external',
    ...besides(Object.keys(vendored)),
    jsx: 'automatic',
    sourcemap: 'external',
    sourcesContent: false,
    // Allure's program is found at run time: it stays outside the bundle.
    logOverride: { 'require-resolve-not-external': 'silent' },
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  return { code: text('.cjs'), map: JSON.parse(text('.map')) };
}

/** What is whole in one file, packages included, and the folders of these packages. */
function whole(what) {
  const { buildSync } = require('esbuild');
  const { outputFiles, metafile } = buildSync({
    ...common,
    ...what,
    ...smaller,
    legalComments: 'none',
    metafile: true,
  });
  return { code: outputFiles[0].text, folders: packagesOf(Object.keys(metafile.inputs)) };
}

/** The folders of the packages that files belong to. */
const packagesOf = (files) =>
  files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);

/** The vendored packages and the programs of the mock's container, with the notices of all that they are made of. */
function vendor() {
  const packages = Object.entries(vendored)
    .filter(([name]) => name !== '@cucumber/cucumber/api')
    .map(([name, file]) => [
      file,
      whole({
        stdin: {
          contents: name === '@cucumber/cucumber' ? cucumber : `module.exports = require('${name}');`,
          resolveDir: root,
        },
        ...(name === '@cucumber/cucumber' && besides(['@cucumber/messages'], posix.dirname(file), outside)),
      }),
    ]);
  const programs = ['server', 'health'].map((name) => [
    `mock-${name}.cjs`,
    whole({ entryPoints: [`support/mock/${name}.ts`] }),
  ]);
  const all = [...packages, ...programs];
  const page = bundlePage();
  const folders = new Set([...all.flatMap(([, made]) => made.folders), ...packagesOf(page.inputs)]);
  const codes = (made) => Object.fromEntries(made.map(([file, { code }]) => [file, code]));
  return {
    packages: codes(packages),
    page: page.files,
    programs: {
      ...codes(programs),
      'THIRD-PARTY-NOTICES.txt': [...folders].sort().map(noticeOf).join('\n\n'),
    },
  };
}

const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Name, version and licence of a package, in its own words where it has a file of them. */
function noticeOf(owner) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, owner, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, owner)).find((each) => /^licen[cs]e(?:[-.]|$)/i.test(each));
  if (typeof license !== 'string' && file === undefined) throw new Error(`${name} names no licence`);
  const words = file === undefined ? '' : `\n\n${readFileSync(join(root, owner, file), 'utf8').trim()}`;
  return `${name} ${version} (${license ?? 'see below'})${words}\n\n${'-'.repeat(80)}`;
}

/** What the package exports. ES modules that import it learn the names from the last line, which never runs. */
function library() {
  const text = readFileSync(join(root, 'support/library/index.ts'), 'utf8');
  const names = [...text.matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  return `'use strict';\nmodule.exports = require('./conform.cjs').library();\n0 && (module.exports = { ${names.join(', ')} });\n`;
}

/** For each line of the bundle the source and line of its first statement: two numbers of 16 bits. */
function linesOf(code, map) {
  const found = new SourceMap(map);
  const index = new Map(map.sources.map((source, at) => [source, at]));
  const numbers = code.split('\n').flatMap((text, line) => {
    const { originalSource, originalLine = 0 } = found.findEntry(line, text.search(/\S|$/));
    return [index.get(originalSource) ?? map.sources.length, originalLine + 1];
  });
  return Buffer.from(Uint16Array.from(numbers).buffer);
}

/** What validators are made of, and what makes them. */
const schemaInputs = ['schemas', 'support/contract/validators.ts', 'scripts/build.cjs', 'package-lock.json'];

/** The code of the validators of all schemas, by the file that it goes to; that of the build before where it holds. */
function validators(digest) {
  require('../bin/typescript.cjs');
  const { ajvOf, validatorsFile } = require('../support/contract/validators.ts');
  const kinds = ['full', 'brief'];
  const files = kinds.map(validatorsFile);
  if (readBuild()?.schemas === digest && files.every((file) => existsSync(join(folder, file))))
    return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const { transformSync } = require('esbuild');
  const { default: standaloneCode } = require('ajv/dist/standalone');
  const documents = require('../support/contract/schemas.ts').readDocuments();
  const ids = Object.fromEntries([...documents].map(([id, { $id }]) => [id, $id]));
  return Object.fromEntries(
    kinds.map((kind) => {
      const code = standaloneCode(ajvOf(kind, documents.values(), true), ids);
      return [validatorsFile(kind), transformSync(code, smaller).code];
    }),
  );
}

/** As `conform --version` and reports tell them: the same for the sources and for what they compile to. */
function codeDigests() {
  require('../bin/typescript.cjs');
  const { coveredCode, digestOfFiles } = require('../support/judging/digest.ts');
  return Object.fromEntries(
    Object.entries(coveredCode).map(([part, places]) => [part, digestOfFiles(places)]),
  );
}

/** Written aside first: dist/ is whole, or it is the one before. */
function write(files) {
  const aside = `${folder}.${process.pid}.tmp`;
  const before = `${folder}.${process.pid}.before.tmp`;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(aside, name)), { recursive: true });
    writeFileSync(join(aside, name), content);
  }
  try {
    renameSync(folder, before);
  } catch {
    // There is none yet.
  }
  renameSync(aside, folder);
  // The site is built by itself, and stays.
  if (existsSync(join(before, 'site'))) renameSync(join(before, 'site'), join(folder, 'site'));
  rmSync(before, { recursive: true, force: true });
}

function build() {
  const [inputs, schemas] = [inputsDigest(), inputsDigest(schemaInputs)];
  const { code, map } = bundle();
  const sources = map.sources.map((source) => relative(root, join(folder, source)).split(sep).join('/'));
  const { packages, page, programs } = vendor();
  const ui = Object.fromEntries(Object.entries(page).map(([name, text]) => [`ui/${name}`, text]));
  const compiled = { 'conform.cjs': code, ...packages, ...validators(schemas), ...ui };
  const hash = createHash('sha256');
  for (const text of Object.values(compiled)) hash.update(text);
  const about = {
    inputs,
    schemas,
    code: codeDigests(),
    compiled: { files: Object.keys(compiled), digest: hash.digest('hex') },
    sources,
  };
  write({
    ...compiled,
    ...programs,
    'cucumber/package.json': JSON.stringify({ version: versionOf('@cucumber/cucumber') }),
    'lines.bin': linesOf(code, map),
    'library.cjs': library(),
    'steps.cjs': "require('./conform.cjs').steps();\n",
    ...Object.fromEntries(
      Object.keys(loadedByCucumber).map((name) => [
        `${name}.cjs`,
        `module.exports = require('./conform.cjs')['${name}']();\n`,
      ]),
    ),
    'build.json': JSON.stringify(about),
  });
}

if (!process.argv.includes('--if-stale')) build();
else if (freshBuild() === undefined)
  try {
    build();
  } catch (error) {
    // The sources run without it.
    console.error(`dist/ was not built (${error.message}); the sources are compiled as they are needed`);
  }
