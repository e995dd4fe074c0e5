'use strict';
// Compiles the suite into dist/: one bundle of the suite's own code, and one file for each package that most
// commands load. Other packages remain in node_modules. Usage: node scripts/build.cjs [--if-stale]
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

/**
 * Plugins that Cucumber loads by path. Each becomes a small file in dist/ that re-exports the plugin from the
 * bundle.
 */
const loadedByCucumber = {
  results: "require('./support/cli/cucumber/results-plugin').plugin",
  progress: "require('./support/cli/cucumber/progress').plugin",
  summary: "require('./support/cli/cucumber/summary-formatter').formatter",
};

/**
 * Maps each package that is bundled, together with its dependencies, to its file in dist/. A single file
 * loads much faster than hundreds of files, and users of the suite need not install the dependencies of
 * fastify. The licences of these packages go into THIRD-PARTY-NOTICES.txt.
 */
const vendored = {
  ...Object.fromEntries(
    ['fastify', 'jose', 'node-forge', 'pactum', 'yaml'].map((name) => [name, `${name}.cjs`]),
  ),
  // Cucumber needs its own folder in dist/. By its path, Cucumber finds its package.json, and recognizes its
  // own frames in stack traces.
  '@cucumber/messages': 'cucumber/lib/messages.cjs',
  '@cucumber/cucumber': 'cucumber/lib/index.cjs',
  '@cucumber/cucumber/api': 'cucumber/lib/index.cjs',
};

/** The source of the bundle for Cucumber, which exports two entry points of the package. */
const cucumber =
  "module.exports = { ...require('@cucumber/cucumber'), ...require('@cucumber/cucumber/api') };";

/**
 * Packages that are not bundled. The HTML formatter reads its page template from a file beside its own file.
 */
const outside = ['@cucumber/html-formatter'];

/** Replacements for slow packages whose job Node can do natively. */
const standIns = { 'regexp-match-indices': join(__dirname, 'match-indices.cjs') };

/**
 * esbuild options that halve the size of a bundle. Identifiers are not minified, because some packages depend
 * on function names.
 */
const smaller = { minifyWhitespace: true, minifySyntax: true };

/** esbuild options for all bundles. */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  write: false,
  logLevel: 'error',
};

function entry() {
  const steps = ['support/hooks.ts', ...globSync('steps/*.steps.ts', { cwd: root }).sort()];
  return [
    "exports.library = () => require('./support/library/index.ts');",
    "exports.main = async (argv) => (await import('./support/cli.ts')).main(argv);",
    `exports.steps = () => { ${steps.map((file) => `require('./${file.split(sep).join('/')}');`).join(' ')} };`,
    ...Object.entries(loadedByCucumber).map(([name, loaded]) => `exports['${name}'] = () => ${loaded};`),
  ].join('\n');
}

/**
 * Returns esbuild options that load packages from outside the bundle.
 * @param names packages to load from their files in dist/
 * @param from the folder of the bundle, relative to dist/
 * @param others packages to load from node_modules
 */
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
    // Do not warn about require.resolve() of allure-commandline: it is an optional package, found at run
    // time.
    logOverride: { 'require-resolve-not-external': 'silent' },
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  return { code: text('.cjs'), map: JSON.parse(text('.map')) };
}

/**
 * Bundles an entry point with all packages that it imports. Returns the code and the folders of these
 * packages.
 */
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

/** Returns the package folder of each file that is in node_modules. The result contains duplicates. */
const packagesOf = (files) =>
  files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);

/**
 * Bundles the vendored packages, the UI page and the programs of the mock's container, and collects their
 * licences.
 */
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

/** Returns the name, version and licence of a package, with the text of its licence file if it has one. */
function noticeOf(owner) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, owner, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, owner)).find((each) => /^licen[cs]e(?:[-.]|$)/i.test(each));
  if (typeof license !== 'string' && file === undefined) throw new Error(`${name} names no licence`);
  const words = file === undefined ? '' : `\n\n${readFileSync(join(root, owner, file), 'utf8').trim()}`;
  return `${name} ${version} (${license ?? 'see below'})${words}\n\n${'-'.repeat(80)}`;
}

/**
 * Returns the source of dist/library.cjs, the entry point of the package. Its last line never runs; Node
 * reads the export names for ES modules from it.
 */
function library() {
  const text = readFileSync(join(root, 'support/library/index.ts'), 'utf8');
  const names = [...text.matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  return `'use strict';\nmodule.exports = require('./conform.cjs').library();\n0 && (module.exports = { ${names.join(', ')} });\n`;
}

/**
 * Encodes the source map by line. For each line of the bundle, writes two 16-bit numbers: the index of the
 * source file and the line number in that file.
 */
function linesOf(code, map) {
  const found = new SourceMap(map);
  const index = new Map(map.sources.map((source, at) => [source, at]));
  const numbers = code.split('\n').flatMap((text, line) => {
    const { originalSource, originalLine = 0 } = found.findEntry(line, text.search(/\S|$/));
    return [index.get(originalSource) ?? map.sources.length, originalLine + 1];
  });
  return Buffer.from(Uint16Array.from(numbers).buffer);
}

/** The files and folders from which the schema validators are generated. */
const schemaInputs = ['schemas', 'support/contract/validators.ts', 'scripts/build.cjs', 'package-lock.json'];

/**
 * Returns the code of the schema validators, by file name. Reuses the files in dist/ if the schemas have not
 * changed.
 */
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

/**
 * Returns the code digests for `conform --version` and reports. They identify the sources, not the compiled
 * code.
 */
function codeDigests() {
  require('../bin/typescript.cjs');
  const { coveredCode, digestOfFiles } = require('../support/judging/digest.ts');
  return Object.fromEntries(
    Object.entries(coveredCode).map(([part, places]) => [part, digestOfFiles(places)]),
  );
}

/**
 * Writes the files to a temporary folder, then renames it to dist/. A failed build thus leaves the previous
 * dist/.
 */
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
    // dist/ does not exist yet.
  }
  renameSync(aside, folder);
  // Keep the files that other commands write to dist/.
  for (const name of ['site', 'exchanges.json'])
    if (existsSync(join(before, name))) renameSync(join(before, name), join(folder, name));
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
    // A failed build is not fatal: the suite can run from its sources.
    console.error(`dist/ was not built (${error.message}); the sources are compiled as they are needed`);
  }
