import type { Waiver } from '../targets/load-waivers';
import { loadWaivers } from '../run/targets';

/** What `--waivers` is, for `--help`. */
export const waiversHelp =
  'waiver file: failures that are expected until a day, and settle the exit code alone';

/** The waivers of a command line; none where it names no file. Throws a ConfigurationError for a file with mistakes. */
export function waiversOf({ waivers: file }: { readonly waivers?: string }): {
  readonly waivers?: readonly Waiver[];
} {
  return file === undefined ? {} : { waivers: loadWaivers(file) };
}
