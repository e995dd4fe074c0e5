import { checkIds } from '../run/settings';

/** The ids that `--only` names, with commas between them. Throws a ConfigurationError for one that no obligation has. */
export function onlyOf(text = ''): string[] {
  return checkIds(
    text
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  );
}
