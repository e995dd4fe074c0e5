import { editYaml } from './edit-yaml';
import type { YamlEdit } from './edit-yaml';
import { ConfigurationError } from './errors';
import type { Waiver } from './load-waivers';
import { parseWaivers } from './load-waivers';
import { changedMeanwhile, readKnownText, replaceText } from './replace-text';
import type { ObligationCatalogue } from './target';

/** A file of approved exceptions as it was read. */
export interface WaiverFile {
  readonly waivers: readonly Waiver[];
  /** What the text is known by; `none`: there is no such file yet. */
  readonly digest: string;
}

/** What is to become of one approved exception. */
export type WaiverChange =
  | { readonly act: 'add'; readonly waiver: Waiver }
  /** `id`: which one; the waiver itself may name another. */
  | { readonly act: 'change'; readonly id: string; readonly waiver: Waiver }
  | { readonly act: 'remove'; readonly id: string };

/** Reads a file of approved exceptions; one that there is not holds none. Throws a ConfigurationError for a wrong one. */
export function readWaiverFile(file: string, obligations: ObligationCatalogue): WaiverFile {
  const { text, digest } = readKnownText(file);
  return { waivers: digest === 'none' ? [] : parseWaivers(text, file, obligations), digest };
}

/**
 * Adds, changes or removes an approved exception; comments and all other bytes of the file stay. The outcome is read as a
 * run reads it before it takes the place of the file. Throws a ConfigurationError where it is wrong, or the file is not the
 * one of `seen` any more.
 */
export function changeWaivers(
  file: string,
  change: WaiverChange,
  { seen, obligations }: { readonly seen: string; readonly obligations: ObligationCatalogue },
): WaiverFile {
  const { text, digest } = readKnownText(file);
  if (digest !== seen) throw changedMeanwhile(file);
  // A mistake in the file itself is told before what is to be changed in it.
  const { waivers } = readWaiverFile(file, obligations);
  const changed = editYaml(text, [editOf(change, waivers, file)]);
  parseWaivers(changed, file, obligations);
  replaceText(file, changed, seen);
  return readWaiverFile(file, obligations);
}

function editOf(change: WaiverChange, waivers: readonly Waiver[], file: string): YamlEdit {
  if (change.act === 'add') return { path: [waivers.length], value: inOrder(change.waiver) };
  const index = waivers.findIndex(({ id }) => id === change.id);
  if (index < 0)
    throw new ConfigurationError(
      `holds no approved exception for ${change.id}`,
      { file },
      'load it again: it may have been removed',
    );
  return { path: [index], value: change.act === 'remove' ? undefined : inOrder(change.waiver) };
}

const inOrder = ({ id, reason, approver, expires }: Waiver): Waiver => ({ id, reason, approver, expires });
