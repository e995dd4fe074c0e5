import { statSync } from 'node:fs';
import { readAdapterLanguage } from '../../cli/adapter-language';
import { byHandTemplate, clientTemplate } from '../../cli/client-template';
import { checkTargetFileText, loadWaivers, templateText } from '../../run/targets';
import { ConfigurationError } from '../../targets/errors';
import { withSchemaComment } from '../../targets/with-schema-comment';
import { isSecretPath, literalSecretError, variablesIn } from '../../targets/interpolate';
import { writtenSecrets } from '../../targets/literal-secrets';
import { undefinedIfThrows } from '../../targets/pem';
import type { YamlFile } from '../../targets/read-yaml';
import { parseYaml } from '../../targets/read-yaml';
import type { TextWithDigest } from '../../targets/replace-text';
import type { TargetVariable, NewTarget, OpenTarget, SaveTarget, TypedSecret, WrittenText } from '../api';
import { ConflictError, messageForPage } from './errors';
import type { EventHub } from './event-hub';
import type { TypedVariables } from './typed-variables';
import {
  exceptionsBeside,
  namedFile,
  readSavedText,
  displayedPath,
  targetsBeside,
  writeTargetText,
} from './target-file';

/**
 * The open file, shared by all pages. `text` includes unsaved changes. `why` is the error that prevents
 * showing the text. If neither is set, the file does not exist yet.
 */
interface Draft {
  readonly file: string;
  /** The text on disk and its digest */
  readonly read: TextWithDigest;
  readonly text?: string;
  readonly why?: unknown;
}

/** The open target file. All pages share it, so that no page overwrites another page's changes. */
export class EditedTarget {
  readonly #hub: EventHub;
  readonly #secrets: TypedVariables;
  #draft: Draft;
  /** Starts at the current time, so that all revisions are higher than those of an earlier server process. */
  #revision = Date.now();
  #textRevision = 0;
  #state: OpenTarget;

  constructor(file: string, { hub, secrets }: { readonly hub: EventHub; readonly secrets: TypedVariables }) {
    this.#hub = hub;
    this.#secrets = secrets;
    this.#draft = this.#read(file);
    this.#state = this.#changed({ isText: true });
  }

  get state(): OpenTarget {
    return this.#state;
  }

  /** The path that a run reads. `state.file` is shortened for display. */
  get file(): string {
    return this.#draft.file;
  }

  /**
   * The text with unsaved changes. Throws a ConfigurationError if the file does not exist, or if pages may
   * not show its text.
   */
  get text(): string {
    const { text, file, why } = this.#draft;
    if (text !== undefined) return text;
    if (why instanceof Error) throw why;
    throw new ConfigurationError('is not there yet', { file }, 'choose what to begin with');
  }

  /**
   * Throws a `ConflictError` if the target file has unsaved changes, because a report must match the file
   * that it names.
   */
  requireSaved(): void {
    if (!this.#state.isSaved)
      throw new ConflictError('the target has changes that are not saved', 'save it first');
  }

  /**
   * Opens a file and discards unsaved changes. Throws a ConfigurationError if the file is outside the current
   * folder.
   */
  open(name: string): OpenTarget {
    this.#draft = this.#read(name === this.#state.file ? this.file : namedFile(name));
    return this.#changed({ isText: true });
  }

  begin({ for: what }: NewTarget): OpenTarget {
    if (!this.#state.isNew)
      throw new ConflictError('there is a target file already', 'open it, or name another file');
    return this.#take(withSchemaComment(this.file, templates[what]()));
  }

  /**
   * Replaces the text. Throws a `ConflictError` if another page has changed the text since `revision`, or if
   * pages may not show the file. Throws a ConfigurationError if the text contains a secret.
   */
  write({ text, revision }: WrittenText): OpenTarget {
    if (this.#draft.why !== undefined || revision < this.#textRevision)
      throw new ConflictError(
        'the target was changed elsewhere meanwhile',
        'copy what you typed, and load the page again',
      );
    return this.#take(withLineEnds(text, this.#draft.read.text));
  }

  save({ over }: SaveTarget): OpenTarget {
    const { file, read } = this.#draft;
    const text = this.text;
    // If another page has saved this text already, do not write the file again.
    if (this.#state.isSaved && !over) return this.#state;
    refuseSecrets(text, file, this.#secrets.typed);
    this.#draft = { file, text, read: writeTargetText(file, text, { digest: read.digest, over }) };
    return this.#changed();
  }

  /**
   * Stores the value of a variable in memory, or removes it if `value` is `undefined`. Throws a
   * ConfigurationError if the target file's text contains the value.
   */
  keepSecret({ name, value }: TypedSecret): OpenTarget {
    const { text = '', file } = this.#draft;
    if (value !== undefined) refuseSecrets(text, file, new Map([[name, value]]));
    this.#secrets.set(name, value);
    return this.#changed();
  }

  #read(file: string): Draft {
    let read: TextWithDigest = { text: '', digest: 'none' };
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

  /** Updates the state and sends it to all pages. */
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
  const checked = text === undefined ? undefined : checkTargetFileText(text, file, secrets.environment());
  const { waivers } = exceptionsBeside(file);
  const { profile } = checked ?? {};
  return {
    revision,
    file: displayedPath(file),
    folder: process.cwd(),
    others: targetsBeside(file),
    isNew: read.digest === 'none' && why === undefined,
    isSaved: text === undefined || (read.digest !== 'none' && text === read.text),
    savedAt: Math.floor(undefinedIfThrows(() => statSync(file).mtimeMs) ?? 0),
    exceptions: waivers === undefined ? 0 : (undefinedIfThrows(() => loadWaivers(waivers).length) ?? 0),
    ...(text !== undefined && { text }),
    ...(profile && { profile }),
    ...(why !== undefined && { notShown: messageForPage(why, secrets) }),
    problems: (checked?.problems ?? [])
      .map(({ message, hint, place: { path = [], line } }) => ({
        ...{ path, message, hint },
        ...(line !== undefined && { line }),
      }))
      .sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    variables: (checked?.variables ?? []).map(({ name, isSet, paths }): TargetVariable => ({
      ...{ name, paths },
      from: secrets.typed.has(name) ? 'memory' : isSet ? 'environment' : 'nowhere',
      isSecret: paths.some(holdsSecret),
      // The only value with several lines in a target file is the provider's key in PEM.
      isLong: paths.some((path) => path.join('.') === 'encryption.providerKey'),
    })),
  };
}

const roles = ['session', 'identity', 'registry'];

const templates: Readonly<Record<NewTarget['for'], () => string>> = {
  services: () => templateText,
  'by-hand': byHandTemplate,
  program: () => clientTemplate(roles, { command: readAdapterLanguage('node').command }),
  url: () => clientTemplate(roles, { url: 'http://127.0.0.1:9000' }),
};

/** Restores CRLF line endings if the file had them, because text areas return only LF. */
const withLineEnds = (text: string, before: string): string =>
  before.includes('\r\n') && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;

/**
 * Whether the member at this path may hold a secret. Any variable that the target passes to an adapter may.
 */
const holdsSecret = (path: readonly string[]): boolean =>
  isSecretPath(path) || (path[0] === 'integrator' && path[1] === 'env');

/** Minimum length of a typed value to search for in a file. Shorter values often appear in it by chance. */
const shortest = 6;

/** Matches a member with a secret-like name and a literal value instead of a variable (`${NAME}`). */
const secretMember =
  /(?:secret|passw(?:or)?d|passphrase|token|key|credentials?|value)["']?\s*:\s*(?:[|>&!*]|["']?(?!\$\{)[^\s"'#{[])/i;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY/;

/**
 * Throws a ConfigurationError that names the line if the text contains a secret or may contain one. `typed`
 * maps each variable to the value that a user typed in.
 */
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
  if (yaml !== undefined && written !== undefined) throw literalSecretError(written.path, yaml);
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

/**
 * Parses the text. If it is not YAML, returns `undefined`, so that the page can show it for correction. If it
 * is not YAML and may contain a secret, throws a ConfigurationError, because a YAML error message could quote
 * the secret.
 */
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
