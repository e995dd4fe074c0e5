import { statSync } from 'node:fs';
import { byHandTemplate, clientTemplate, languageOf } from '../../cli/init';
import { checkText, loadWaivers, templateText } from '../../run/targets';
import { ConfigurationError } from '../../targets/errors';
import { forEditors } from '../../targets/for-editors';
import { isSecretPath, literalSecret, variablesIn } from '../../targets/interpolate';
import { writtenSecrets } from '../../targets/literal-secrets';
import { attempt } from '../../targets/pem';
import type { YamlFile } from '../../targets/read-yaml';
import { parseYaml } from '../../targets/read-yaml';
import type { KnownText } from '../../targets/replace-text';
import type { AskedVariable, NewTarget, OpenTarget, SaveTarget, TypedSecret, WrittenText } from '../api';
import { Busy, wordsOf } from './errors';
import type { Hub } from './hub';
import type { TypedVariables } from './typed-variables';
import {
  exceptionsBeside,
  namedFile,
  readSavedText,
  shownFile,
  targetsBeside,
  writeTargetText,
} from './target-file';

/** What all pages show of the target: a text with the changes that are not saved yet, or why it is not shown. */
interface Draft {
  readonly file: string;
  /** What stands on the disk. */
  readonly read: KnownText;
  readonly text?: string;
  readonly why?: unknown;
}

/** The target file that is open: one for all pages, so that none of them loses what another did. */
export class EditedTarget {
  readonly #hub: Hub;
  readonly #secrets: TypedVariables;
  #draft: Draft;
  /** Rises from one process to the next as well: what a page has of the one before is never the newest. */
  #revision = Date.now();
  #textRevision = 0;
  #state: OpenTarget;

  constructor(file: string, { hub, secrets }: { readonly hub: Hub; readonly secrets: TypedVariables }) {
    this.#hub = hub;
    this.#secrets = secrets;
    this.#draft = this.#read(file);
    this.#state = this.#changed({ isText: true });
  }

  get state(): OpenTarget {
    return this.#state;
  }

  /** As it was named: a run reads it there. */
  get file(): string {
    return this.#draft.file;
  }

  /** What a run or the doctor would read if it were saved now. Throws a ConfigurationError where there is nothing. */
  get text(): string {
    const { text, file, why } = this.#draft;
    if (text !== undefined) return text;
    if (why instanceof Error) throw why;
    throw new ConfigurationError('is not there yet', { file }, 'choose what to begin with');
  }

  /** A report names the file, and that is what it is about: throws a `Busy` where the text is not as it is saved. */
  requireSaved(): void {
    if (!this.#state.isSaved) throw new Busy('the target has changes that are not saved', 'save it first');
  }

  /** Reads a file, and loses what was not saved. Throws a ConfigurationError for one outside of the folder. */
  open(name: string): OpenTarget {
    this.#draft = this.#read(name === this.#state.file ? this.file : namedFile(name));
    return this.#changed({ isText: true });
  }

  begin({ for: what }: NewTarget): OpenTarget {
    if (!this.#state.isNew) throw new Busy('there is a target file already', 'open it, or name another file');
    return this.#take(forEditors(this.file, templates[what]()));
  }

  /** Throws a `Busy` where another page changed the text since that revision, and a ConfigurationError where a secret stands in it. */
  write({ text, revision }: WrittenText): OpenTarget {
    if (this.#draft.why !== undefined || revision < this.#textRevision)
      throw new Busy(
        'the target was changed elsewhere meanwhile',
        'copy what you typed, and load the page again',
      );
    return this.#take(withLineEnds(text, this.#draft.read.text));
  }

  save({ over }: SaveTarget): OpenTarget {
    const { file, read } = this.#draft;
    const text = this.text;
    // Two pages may save the same.
    if (this.#state.isSaved && !over) return this.#state;
    refuseSecrets(text, file, this.#secrets.typed);
    this.#draft = { file, text, read: writeTargetText(file, text, { digest: read.digest, over }) };
    return this.#changed();
  }

  /** Throws a ConfigurationError for a secret that stands in the text. */
  keepSecret({ name, value }: TypedSecret): OpenTarget {
    const { text = '', file } = this.#draft;
    if (value !== undefined) refuseSecrets(text, file, new Map([[name, value]]));
    this.#secrets.set(name, value);
    return this.#changed();
  }

  #read(file: string): Draft {
    let read: KnownText = { text: '', digest: 'none' };
    try {
      read = readSavedText(file);
      if (read.digest === 'none') return { file, read };
      refuseSecrets(read.text, file, this.#secrets.typed);
      return { file, read, text: read.text };
    } catch (why) {
      if (!(why instanceof ConfigurationError)) throw why;
      return { file, read: { text: '', digest: read.digest }, why };
    }
  }

  #take(text: string): OpenTarget {
    const { file, read } = this.#draft;
    refuseSecrets(text, file, this.#secrets.typed);
    this.#draft = { file, read, text };
    return this.#changed({ isText: true });
  }

  /** Tells all pages. */
  #changed({ isText = false } = {}): OpenTarget {
    this.#revision += 1;
    if (isText) this.#textRevision = this.#revision;
    this.#state = stateOf(this.#draft, this.#revision, this.#secrets);
    this.#secrets.wanted = this.#state.variables.map(({ name }) => name);
    this.#hub.latest('target', { type: 'target', target: this.#state });
    return this.#state;
  }
}

function stateOf({ file, read, text, why }: Draft, revision: number, secrets: TypedVariables): OpenTarget {
  const checked = text === undefined ? undefined : checkText(text, file, secrets.environment());
  const { waivers } = exceptionsBeside(file);
  return {
    revision,
    file: shownFile(file),
    folder: process.cwd(),
    others: targetsBeside(file),
    isNew: read.digest === 'none' && why === undefined,
    isSaved: text === undefined || (read.digest !== 'none' && text === read.text),
    savedAt: Math.floor(attempt(() => statSync(file).mtimeMs) ?? 0),
    exceptions: waivers === undefined ? 0 : (attempt(() => loadWaivers(waivers).length) ?? 0),
    ...(text !== undefined && { text }),
    ...(why !== undefined && { notShown: wordsOf(why, secrets) }),
    problems: (checked?.problems ?? [])
      .map(({ message, hint, place: { path = [], line } }) => ({
        ...{ path, message, hint },
        ...(line !== undefined && { line }),
      }))
      .sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    variables: (checked?.variables ?? []).map(({ name, isSet, paths }): AskedVariable => ({
      ...{ name, paths },
      from: secrets.typed.has(name) ? 'memory' : isSet ? 'environment' : 'nowhere',
      isSecret: paths.some(holdsSecret),
      // Keys in PEM take more than one line.
      isLong: paths.some((path) => path.join('.') === 'encryption.providerKey'),
    })),
  };
}

const roles = ['session', 'identity', 'registry'];

const templates: Readonly<Record<NewTarget['for'], () => string>> = {
  services: () => templateText,
  'by-hand': byHandTemplate,
  program: () => clientTemplate(roles, { command: languageOf('node').command }),
  url: () => clientTemplate(roles, { url: 'http://127.0.0.1:9000' }),
};

/** Text areas have no ends of lines but their own. */
const withLineEnds = (text: string, before: string): string =>
  before.includes('\r\n') && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;

/** What the target gives to an adapter may be anything. */
const holdsSecret = (path: readonly string[]): boolean =>
  isSecretPath(path) || (path[0] === 'integrator' && path[1] === 'env');

/** Shorter values stand in many a file by chance. */
const shortest = 6;

/** A member under a secret's name that is followed by more than a variable. */
const secretMember =
  /(?:secret|passw(?:or)?d|passphrase|token|key|credentials?|value)["']?\s*:\s*(?:[|>&!*]|["']?(?!\$\{)[^\s"'#{[])/i;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Throws a ConfigurationError, which says where, for a text in which a secret stands or may stand; `typed` are values by name. */
function refuseSecrets(text: string, file: string, typed: ReadonlyMap<string, string>): void {
  const lines = text.split('\n');
  const lineOf = (isIt: (line: string) => boolean): { line?: number } => {
    const at = lines.findIndex(isIt);
    return at < 0 ? {} : { line: at + 1 };
  };
  const key = lineOf((line) => privateKey.test(line));
  if (key.line !== undefined)
    throw new ConfigurationError('holds a private key', { file, ...key }, 'write ${NAME} in its place');
  const yaml = readableYaml(text, file, lines);
  const [written] = writtenSecrets(yaml?.value);
  if (yaml !== undefined && written !== undefined) throw literalSecret(written.path, yaml);
  const variables = variablesIn(yaml?.value);
  for (const [name, value] of typed) {
    const isSecret = variables.get(name)?.some(holdsSecret) ?? true;
    if (!isSecret || value.length < shortest || !text.includes(value)) continue;
    const place = { file, ...lineOf((line) => line.includes(value)) };
    throw new ConfigurationError(
      `holds the value of ${name}, which was typed in`,
      place,
      `write \${${name}} in its place`,
    );
  }
}

/** What is no YAML is shown to be put right, unless a secret may stand in it: what is wrong there could quote it. */
function readableYaml(text: string, file: string, lines: readonly string[]): YamlFile | undefined {
  try {
    return parseYaml(text, file);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const at = lines.findIndex((line) => secretMember.test(line));
    if (at < 0) return undefined;
    throw new ConfigurationError(
      `is not YAML, and a secret may stand in line ${at + 1}`,
      error.place,
      'write ${NAME} in its place, or put it right in an editor',
    );
  }
}
