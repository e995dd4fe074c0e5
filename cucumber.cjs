require('./bin/typescript.cjs');
const { settingsFrom } = require('./support/run/settings');

const common = {
  paths: ['features/!(mistakes|vectors)/**/*.feature'],
  require: ['support/hooks.ts', 'steps/*.steps.ts'],
  plugin: ['./support/cli/cucumber/plugin.cjs', './support/cli/cucumber/progress.cjs'],
  format: ['./support/cli/cucumber/summary.cjs'],
  formatOptions: { colorsEnabled: true },
  publishQuiet: true,
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
  paths: ['features/!(mistakes)/**/*.feature'],
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

module.exports = {
  default: embedded,
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
  // Passes each row of features/mistakes to the judge of its obligation. This profile certifies nothing and writes
  // no report. Cucumber adds the paths of the command line to the paths of a profile. Therefore, this profile leaves
  // out its own path if the command line contains one.
  mistakes: {
    paths: process.argv.some((each) => each.startsWith('features/')) ? [] : ['features/mistakes/*.feature'],
    require: ['steps/mistakes/*.steps.ts'],
    publishQuiet: true,
  },
};
