/**
 * The floors of the architecture, from bottom to top. A folder may import only from folders on lower floors,
 * not from its own or a higher floor. docs/decisions/0002-floors.md explains why.
 */
const floors = [
  ['contract'],
  // Above `contract`, because the adapter's messages use the words and schemas of `contract`.
  ['adapter'],
  ['crypto', 'exchange', 'targets'],
  ['client', 'mock', 'obligations'],
  ['judging'],
  // Tasks for a client's crypto, which scenarios, challenges and vectors use.
  ['cases'],
  ['run'],
  ['scenarios', 'traffic', 'challenge', 'vectors'],
  // `published` generates documents (OpenAPI, Postman) from the contract and the obligations.
  ['world', 'report', 'published'],
  // Explains an obligation, with rows of features/mistakes or recorded examples that break it.
  ['explain'],
  ['steps', 'cli'],
  // The suite's functions for other programs.
  ['library'],
  // The suite's page for a browser.
  ['ui'],
  // Assembles the commands, including `conform ui`.
  ['program'],
];

/** Returns a pattern for the files of a folder on a floor. Some folders are not simply support/NAME. */
const patternOf = (name) =>
  ({
    world: '^support/(world/|(world|hooks)\\.ts$)',
    steps: '^steps/',
    cli: '^support/cli/',
    program: '^support/cli\\.ts$',
  })[name] ?? `^support/${name}/`;

// Without the top floor, which may import from everywhere.
const forbidden = floors.slice(0, -1).flatMap((floor, level) =>
  floor.map((name) => ({
    name: `${name}-imports-from-below-only`,
    comment: `${name} stands on floor ${level + 1}: it may import only from the floors below it`,
    severity: 'error',
    from: { path: patternOf(name) },
    to: {
      path: floors
        .slice(level)
        .flat()
        .filter((other) => other !== name)
        .map(patternOf),
    },
  })),
);

/** The two crypto implementations check each other, so they must not share code. */
const independentSides = [
  {
    name: 'crypto-sides-forge',
    severity: 'error',
    from: { path: '^support/crypto/(forge|noble)/' },
    to: { path: '^support/crypto/node/' },
  },
  {
    name: 'crypto-sides-node',
    severity: 'error',
    from: { path: '^support/crypto/node/' },
    to: { path: '^support/crypto/(forge|noble)/' },
  },
];

/** Matchers of steps and judges of obligations must interpret an exchange independently of each other. */
const ownReaders = {
  name: 'matchers-read-for-themselves',
  severity: 'error',
  from: { path: '^support/scenarios/matchers/' },
  to: { path: '^support/(obligations|judging|run|world)/' },
};

/** Product code must not import mutants, tests or benches. */
const productAlone = {
  name: 'product-knows-no-tests',
  severity: 'error',
  from: { path: '^(support|steps)/' },
  to: { path: '^(mutants|tests|bench)/' },
};

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: '(\\.cjs|\\.d\\.ts)$' }, to: {} },
    ...forbidden,
    ...independentSides,
    ownReaders,
    productAlone,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.cjs', '.js', '.json'] },
  },
};
