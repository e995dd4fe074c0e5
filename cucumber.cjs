require('./bin/typescript.cjs');
const { settingsFrom } = require('./support/run/settings');

const common = {
  paths: ['features/!(mistakes|vectors)/**/*.feature'],
  require: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  plugin: ['./support/cli/cucumber/plugin.cjs', './support/cli/cucumber/progress.cjs'],
  format: ['./support/cli/cucumber/summary.cjs'],
  formatOptions: { colorsEnabled: true },
  publishQuiet: true,
};

/** A profile whose target is a file: target.yaml, or what CONFORM_TARGET names. */
const pointed = (profile, subject) => ({
  ...common,
  tags: `@${subject}`,
  worldParameters: { profile, target: process.env.CONFORM_TARGET ?? 'target.yaml', subjects: [subject] },
});

/** The self-test: the suite itself is put to the test, too. */
const embedded = {
  ...common,
  paths: ['features/!(mistakes)/**/*.feature'],
  worldParameters: { profile: 'embedded', subjects: ['service', 'integrator'] },
};

const sandbox = pointed('sandbox', 'service');
const night = pointed('nightly', 'service');

/** What a night leaves out is for its target to say. Of one that cannot be used, the run itself tells. */
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
  // Its target is read for no other profile.
  get nightly() {
    return { ...night, tags: [night.tags, ...leftOutAtNight().map((id) => `not @${id}`)].join(' and ') };
  },
  integrator: pointed('integrator', 'integrator'),
};
