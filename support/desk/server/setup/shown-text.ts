import { ConfigurationError } from '../../../targets/errors';
import { parseYaml } from '../../../targets/read-yaml';
import type { Secrets } from '../secrets';
import type { Moved } from './held-secrets';
import { withoutSecrets } from './held-secrets';

/**
 * The text of a file as the page may have it. One that is no YAML is shown to be put right, unless a secret may stand in
 * it: then the ConfigurationError says where it is wrong, and no more.
 */
export function shownText(text: string, file: string, secrets: Secrets): Moved {
  try {
    parseYaml(text, file);
  } catch (error) {
    if (!(error instanceof ConfigurationError) || mayHoldSecret(text)) throw error;
    return { text, names: [] };
  }
  return withoutSecrets(text, file, secrets);
}

/** A member under a secret's name that is followed by more than a variable, or a key in PEM. */
const secretMember =
  /(?:secret|passw(?:or)?d|passphrase|token|key|credentials?|value)["']?\s*:\s*(?:[|>&!*]|["']?(?!\$\{)[^\s"'#{[])/i;

const mayHoldSecret = (text: string): boolean =>
  text.includes('-----BEGIN') || text.split('\n').some((line) => secretMember.test(line));
