/**
 * The floors of the house: each folder imports only from those below it. A circle, or an arrow upwards or sideways,
 * is a defect; docs/decisions/0002-floors.md says why.
 */
const floors = [
  ['contract'],
  // Above the contract, whose words and schemas its messages use.
  ['adapter'],
  ['crypto', 'exchange', 'targets'],
  ['client', 'mock', 'obligations'],
  ['judging'],
  // What crypto is asked for, by adapters, challenges and vectors alike.
  ['cases'],
  ['run'],
  ['scenarios', 'traffic', 'challenge', 'vectors'],
  // `published` makes documents of the contract and of what the obligations say of it.
  ['world', 'report', 'published'],
  // Renders what the judges say of recorded examples.
  ['explain'],
  ['steps', 'cli'],
  // The same for programs.
  ['library'],
  // The same for a browser.
  ['ui'],
  // Puts the commands together, that of the page too.
  ['program'],
];

/** Files at the top of support/ that belong to a floor by another name. */
const patternOf = (name) =>
  ({
    world: '^support/(world/|(world|hooks)\\.ts$)',
    steps: '^steps/',
    cli: '^support/cli/',
    program: '^support/cli\\.ts$',
  })[name] ?? `^support/${name}/`;

// The top floor has none above it.
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

/** The two sides of the crypto check each other, and so must not share code. */
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

/** What a step compares and what a judge decides are two readings of one exchange. */
const ownReaders = {
  name: 'matchers-read-for-themselves',
  severity: 'error',
  from: { path: '^support/scenarios/matchers/' },
  to: { path: '^support/(obligations|judging|run|world)/' },
};

/** Product code never knows its mutants, tests or benchmarks. */
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
