import { randomUUID } from 'node:crypto';
import type { Results } from '../../judging/results';
import type { Written } from '../../run/run-events';
import { releaseSlot, slotOf } from '../../run/handles';
import type { RunSettings } from '../../run/run';
import type { RunEvent } from '../../run/run-events';
import { ownCode } from './own-code';
import type { Output } from './run-features';
import { runFeatures } from './run-features';

/** Runs the features that the settings select, in this process, and gives the results: see `certifyInto`. */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  return (await certifyInto(settings, output))?.results;
}

/**
 * Runs the features that the settings select, in this process, and gives the results and where they were written. Throws
 * a ConfigurationError where the run was abandoned for bad input that only the services could tell.
 */
export async function certifyInto(
  settings: RunSettings,
  output: Output,
  follow?: (event: RunEvent) => void,
): Promise<Written | undefined> {
  const handed = { handle: randomUUID() };
  const slot = slotOf(handed);
  slot.settings = settings;
  if (follow !== undefined) slot.events.follow(follow);
  try {
    await runFeatures(
      {
        require: [...(settings.more?.steps ?? [])],
        plugin: [ownCode.results, ownCode.progress],
        format: [ownCode.summary],
        paths: pathsOf(settings),
        order: settings.selection?.order ?? 'defined',
        tags: tagsOf(settings),
        worldParameters: handed,
        pluginOptions: handed,
        formatOptions: { summary: handed },
      },
      output,
    );
  } catch (error) {
    throw slot.events.safeError(error);
  } finally {
    releaseSlot(handed);
  }
  if (slot.abandoned !== undefined) throw slot.abandoned;
  return slot.written;
}

/** Headers and tokens wait for time to pass: the others come first, and fill it. */
const ofContract = [
  'features/!(headers|token|vectors)/**/*.feature',
  'features/!(vectors)/**/*.feature',
] as const;

function pathsOf({ checksItself, more, selection }: RunSettings): string[] {
  return [
    ...(selection?.paths ?? ofContract),
    ...(checksItself === true ? ['features/vectors/**/*.feature'] : []),
    ...(more?.features ?? []),
  ];
}

/** Examples on the judges are for the self-test; where a product is certified, they would say nothing of it. */
function tagsOf({ subjects, only, omitted, checksItself, profile }: RunSettings): string {
  const anyOf = (tags: readonly string[]): string => tags.map((tag) => `@${tag}`).join(' or ');
  const certifying = [
    `(${anyOf(subjects)})`,
    ...(profile === 'embedded' ? [] : ['not @judge']),
    ...(only.length > 0 ? [`(${anyOf(only)})`] : []),
    ...(omitted === undefined ? [] : [`not (${anyOf([...omitted.keys()])})`]),
  ].join(' and ');
  return checksItself === true ? `(${certifying}) or @judge` : certifying;
}
