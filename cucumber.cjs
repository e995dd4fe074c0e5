require('./bin/typescript.cjs');
const { otpObligations } = require('./support/run/nightly');

const common = {
  paths: ['features/!(vectors)/**/*.feature'],
  require: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  plugin: ['./support/cli/cucumber/plugin.cjs', './support/cli/cucumber/progress.cjs'],
  format: ['./support/cli/cucumber/summary.cjs'],
  formatOptions: { colorsEnabled: true },
  publishQuiet: true,
};

/** A profile whose target is a file: target.yaml, or what CONFORM_TARGET names. */
const pointed = (profile, subject) => ({
  ...common,
  tags: `@${subject} and not @judge`,
  worldParameters: { profile, target: process.env.CONFORM_TARGET ?? 'target.yaml', subjects: [subject] },
});

/** The self-test: the suite itself is put to the test, too. */
const embedded = {
  ...common,
  paths: ['features/**/*.feature'],
  tags: '@service or @integrator or @judge',
  worldParameters: { profile: 'embedded', subjects: ['service', 'integrator'] },
};

const sandbox = pointed('sandbox', 'service');
const night = pointed('nightly', 'service');

module.exports = {
  default: embedded,
  embedded,
  container: {
    ...common,
    tags: '@service and not @judge',
    worldParameters: { profile: 'container', container: true, subjects: ['service'] },
  },
  sandbox,
  nightly: { ...night, tags: `${night.tags} and not (${otpObligations.map((id) => `@${id}`).join(' or ')})` },
  integrator: pointed('integrator', 'integrator'),
};
