require('./bin/typescript.cjs');
const { default: ArgvParser } = require('@cucumber/cucumber/lib/configuration/argv_parser');
const { basename } = require('node:path');
const { settingsFrom } = require('./support/run/settings');

/**
 * The options and paths of the command line, as Cucumber's own parser reads them. Empty if another program loads
 * this file, because the parser ends the process if it finds an unknown option.
 */
const commandLine = /^cucumber(?:-js|\.js)?$/.test(basename(process.argv[1] ?? ''))
  ? ArgvParser.parse(process.argv).configuration
  : {};

/**
 * Returns the features that a profile runs. Cucumber 13 adds the paths of the command line to the paths of the
 * profile, which would run everything. Therefore, a profile leaves out its own paths if the command line names some.
 */
const pathsUnlessNamed = (...paths) => (commandLine.paths === undefined ? paths : []);

/** Expands the lines that the command line names, and ends with an error if it selects nothing. */
const namedFeatures = './support/cli/cucumber/named-features.cjs';

/** Checks the steps. A dry run must not open a run or write results, so it does not load the plugins of {@link reporting}. */
const dryRun = { plugin: [namedFeatures, './support/cli/cucumber/dry-run.cjs'], publishQuiet: true };

const reporting = {
  plugin: [namedFeatures, './support/cli/cucumber/plugin.cjs', './support/cli/cucumber/progress.cjs'],
  format: ['./support/cli/cucumber/summary.cjs'],
  publishQuiet: true,
};

const common = {
  paths: pathsUnlessNamed('features/!(mistakes|vectors)/**/*.feature'),
  require: ['support/hooks.ts', 'steps/*.steps.ts'],
  ...(commandLine.dryRun ? dryRun : reporting),
};

/** Returns a profile that reads its target from the file that CONFORM_TARGET names, by default target.yaml. */
const pointed = (profile, subject) => ({
  ...common,
  tags: `@${subject}`,
  worldParameters: { profile, target: process.env.CONFORM_TARGET ?? 'target.yaml', subjects: [subject] },
});

/** The self-test. It also runs features/vectors, which test the suite itself. */
const embedded = {
  ...common,
  paths: pathsUnlessNamed('features/!(mistakes)/**/*.feature'),
  worldParameters: { profile: 'embedded', subjects: ['service', 'integrator'] },
};

const sandbox = pointed('sandbox', 'service');
const night = pointed('nightly', 'service');

/**
 * Returns the obligations that the target file omits from nightly runs. If the target file has mistakes,
 * returns none: the run itself will report them.
 */
function leftOutAtNight() {
  try {
    return [...(settingsFrom(night.worldParameters).omitted?.keys() ?? [])];
  } catch {
    return [];
  }
}

/** Passes each row of features/mistakes to the judge of its obligation. Certifies nothing and writes no report. */
const mistakes = {
  paths: pathsUnlessNamed('features/mistakes/*.feature'),
  require: ['steps/mistakes/*.steps.ts'],
  plugin: [namedFeatures],
  pluginOptions: { namedFeatures: { mistakes: true } },
  publishQuiet: true,
  ...(commandLine.dryRun && dryRun),
};

/** Whether the command line names only features/mistakes, or files and rows in it. */
const namesOnlyMistakes =
  commandLine.paths?.every((path) => /(?:^|[\\/])features[\\/]mistakes(?:[\\/]|$)/.test(path)) ?? false;

module.exports = {
  // Editors run a row of features/mistakes without a profile.
  default: namesOnlyMistakes ? mistakes : embedded,
  embedded,
  container: {
    ...common,
    tags: '@service',
    worldParameters: { profile: 'container', container: true, subjects: ['service'] },
  },
  sandbox,
  // A getter, so that the target file is read only for this profile.
  get nightly() {
    return { ...night, tags: [night.tags, ...leftOutAtNight().map((id) => `not @${id}`)].join(' and ') };
  },
  integrator: pointed('integrator', 'integrator'),
  mistakes,
};
