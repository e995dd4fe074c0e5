import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkPack } from '../../../cli/verify-command';
import { foundIn, statedIn } from '../../../cli/verify-text';
import type { Subject } from '../../../contract/words';
import type { Verified } from '../../../report/pack/verify-pack';
import { ConfigurationError } from '../../../targets/errors';
import type { CheckRequest, TextFile, VerifyAnswer } from '../../wire/history';

/** What a pack has to meet, with its files at hand. */
interface Check {
  readonly folder: string;
  readonly nonce?: string;
  readonly key?: readonly string[];
  readonly conforms?: true | Subject;
}

/** Checks that wait for their pack; more than these were forgotten by their page. */
const mostWaiting = 8;

/** Holds what packs are to be checked for until they come. */
export class Checks {
  readonly #waiting = new Map<string, Check>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps what a pack has to meet; gives the name of the check. */
  open({ nonce, key, conforms }: CheckRequest): string {
    const id = randomUUID();
    const folder = join(this.#folder, `check-${id}`);
    mkdirSync(folder, { mode: 0o700 });
    this.#waiting.set(id, {
      folder,
      ...(nonce !== undefined && nonce !== '' && { nonce }),
      ...(key && { key: [put(folder, key)] }),
      ...(conforms && { conforms: conforms === 'any' ? true : conforms }),
    });
    for (const each of [...this.#waiting.keys()].slice(0, -mostWaiting)) this.#drop(each);
    return id;
  }

  /** Checks a pack, once; `name` is what the person calls it. Throws a ConfigurationError for what is no pack. */
  async use(id: string, pack: string, name: string): Promise<VerifyAnswer> {
    const check = this.#waiting.get(id);
    if (check === undefined)
      throw new ConfigurationError('is not known any more', { at: 'the check' }, 'drop the pack again');
    const { folder: _folder, ...wanted } = check;
    try {
      const { isGood, ...found } = await checkPack(pack, { ...wanted, isAlone: true });
      const about = { pack, ...found, nonce: wanted.nonce };
      return {
        state: isGood ? soundOr(found.verified) : found.isOpen ? 'open' : 'refuted',
        stated: statedIn(found.verified),
        isSelfTest: found.verified.manifest.predicate.run.selfTest,
        lines: foundIn(about),
      };
    } catch (error) {
      throw inTheirWords(error, pack, name);
    } finally {
      this.#drop(id);
    }
  }

  #drop(id: string): void {
    const check = this.#waiting.get(id);
    if (check === undefined) return;
    this.#waiting.delete(id);
    rmSync(check.folder, { recursive: true, force: true });
  }
}

/** Files are called as the person calls them; where they were put meanwhile is of no use to anyone. */
function inTheirWords(error: unknown, pack: string, name: string): unknown {
  if (!(error instanceof ConfigurationError) || error.place.file === undefined) return error;
  const { file } = error.place;
  return new ConfigurationError(
    error.message,
    { ...error.place, file: file === pack ? name : basename(file) },
    error.hint,
  );
}

/** By a name that leads nowhere else. */
function put(folder: string, { name, text }: TextFile): string {
  const plain =
    basename(name)
      .replace(/[^\w.-]/g, '_')
      .replace(/^\.+/, '_') || 'file';
  const file = join(folder, plain);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Without a signature, anyone may have made a pack. */
const soundOr = ({ signature }: Pick<Verified, 'signature'>) => (signature === 'valid' ? 'sound' : 'intact');
