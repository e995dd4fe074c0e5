require('ts-node/register');

const common = {
  paths: ['features/**/*.feature'],
  require: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  plugin: ['./support/cucumber-plugin.cjs'],
  format: ['./support/cucumber-summary.cjs'],
  formatOptions: { colorsEnabled: true },
  publishQuiet: true,
};

/** A profile whose target is a file; CONFORM_TARGET names another than the default. */
const pointed = (profile, fallback) => ({
  ...common,
  tags: '@service',
  worldParameters: { profile, target: process.env.CONFORM_TARGET ?? fallback, subjects: ['service'] },
});

module.exports = {
  default: { ...common, tags: '@service', worldParameters: { profile: 'embedded', subjects: ['service'] } },
  embedded: { ...common, tags: '@service', worldParameters: { profile: 'embedded', subjects: ['service'] } },
  sandbox: pointed('sandbox', 'target.yaml'),
};
