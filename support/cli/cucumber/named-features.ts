import { globSync } from 'node:fs';
import { normalize, relative, resolve, sep } from 'node:path';
import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import type { GherkinDocument } from '@cucumber/messages';
import { printableLine } from '../../contract/printable';
import { ConfigurationError } from '../../targets/errors';
import { errorLine, exitCodes } from '../exit-codes';
import type { FeatureText } from './named-lines';
import { linesSelectedBy, scenarioLinesNear } from './named-lines';

/** The options of the plugin. */
interface Naming {
  /** Whether the profile runs features/mistakes, which has steps of its own. */
  readonly mistakes?: boolean;
}

/** The paths of a run of Cucumber. The plugin changes both arrays in place, because Cucumber keeps using them. */
interface NamedPaths {
  /** The paths as they were named: files (perhaps with lines, as in `a.feature:7:9`), folders and globs. */
  readonly unexpandedSourcePaths: string[];
  /** The absolute paths of the feature files. */
  readonly sourcePaths: string[];
}

const linesAtEnd = /(?::\d+)+$/;

/**
 * Removes the feature files without steps in the profile, if a folder or a glob names them together with others. Throws a
 * ConfigurationError if a path does not name a feature file, or names only files without steps.
 */
export function keepFeaturesOfProfile(
  { unexpandedSourcePaths, sourcePaths }: NamedPaths,
  cwd: string,
  { mistakes = false }: Naming,
): void {
  const isMistake = (file: string): boolean =>
    relative(cwd, file).startsWith(normalize('features/mistakes/'));
  const kept = new Set<string>();
  for (const named of unexpandedSourcePaths) {
    const found = globSync(named.replace(linesAtEnd, ''), { cwd }).map((match) => resolve(cwd, match));
    const files = sourcePaths.filter((file) =>
      found.some((match) => file === match || file.startsWith(match + sep)),
    );
    if (files.length === 0)
      throw new ConfigurationError('names no feature file', { at: named }, 'check the path');
    const own = files.filter((file) => isMistake(file) === mistakes);
    if (own.length === 0 && !mistakes)
      throw new ConfigurationError(
        'cannot run with this profile',
        { at: named },
        'features/mistakes runs on its own: cucumber-js -p mistakes',
      );
    for (const file of own.length === 0 ? files : own) kept.add(file);
  }
  sourcePaths.splice(0, sourcePaths.length, ...sourcePaths.filter((file) => kept.has(file)));
}

/**
 * Replaces the lines that were named of a feature by the lines of the scenarios and rows that they select. Throws a
 * ConfigurationError if a line selects nothing.
 */
export function expandNamedLines(
  { unexpandedSourcePaths: paths }: Pick<NamedPaths, 'unexpandedSourcePaths'>,
  cwd: string,
  feature: FeatureText & { readonly file: string },
): void {
  for (const [index, named] of paths.entries()) {
    const [lines] = linesAtEnd.exec(named) ?? [];
    const file = named.replace(linesAtEnd, '');
    if (lines === undefined || resolve(cwd, file) !== resolve(cwd, feature.file)) continue;
    const selecting = lines
      .slice(1)
      .split(':')
      .flatMap((line) => {
        const selected = linesSelectedBy(feature, Number(line));
        if (selected.length === 0) throw unselectiveLineError(feature, Number(line));
        return selected;
      });
    paths[index] = [file, ...selecting].join(':');
  }
}

function unselectiveLineError(
  feature: FeatureText & { readonly file: string },
  line: number,
): ConfigurationError {
  const near = scenarioLinesNear(feature, line);
  const hint =
    near.length === 0
      ? 'the feature has no scenario'
      : `the nearest ${near.length === 1 ? 'scenario starts in line' : 'scenarios start in lines'} ${near.join(' and ')}`;
  return new ConfigurationError(
    'no scenario, table or Rule is in this line',
    { file: feature.file, line },
    hint,
  );
}

/**
 * The Cucumber plugin that prepares the paths of plain `cucumber-js`. If the command line does not select a scenario, ends
 * the process with exit code 2, because Cucumber itself would end with 0.
 */
export const plugin: Plugin<Naming> = {
  type: 'plugin',
  optionsKey: 'namedFeatures',
  coordinator({ on, transform, operation, options, environment }: CoordinatorContext<Naming>) {
    if (operation !== 'runCucumber') return;
    const { cwd, stderr } = environment;
    const orEnd = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        stderr.write(`${errorLine(printableLine(error.line))}\n`);
        // Cucumber would print a stack and end with 1. Nothing has been opened yet.
        process.exit(exitCodes['usage-or-configuration']);
      }
    };
    let paths: NamedPaths = { unexpandedSourcePaths: [], sourcePaths: [] };
    const texts = new Map<string, string>();
    let isParsed = true;
    const take = ({ uri = '', feature }: GherkinDocument): void => {
      expandNamedLines(paths, cwd, { file: uri, feature, text: texts.get(uri) ?? '' });
    };
    on('paths:resolve', (resolved) => {
      paths = resolved;
      orEnd(() => {
        keepFeaturesOfProfile(paths, cwd, options);
      });
    });
    on('message', ({ source, gherkinDocument, parseError }) => {
      if (source !== undefined) texts.set(source.uri, source.data);
      if (parseError !== undefined) isParsed = false;
      if (gherkinDocument !== undefined)
        orEnd(() => {
          take(gherkinDocument);
        });
    });
    // Cucumber's own filter comes first.
    transform('pickles:filter', (pickles) => {
      orEnd(() => {
        if (pickles.length === 0 && isParsed) throw nothingSelectedError();
      });
      return pickles;
    });
  },
};

const nothingSelectedError = (): ConfigurationError =>
  new ConfigurationError(
    'no scenario matches all paths, names and tags of the command line and the profile',
    {},
    'nothing was run, and no report was written',
  );
