import { counted } from '../../../contract/counted';
import { dirname, join } from 'node:path';
import { writeUnlessThere } from '../../../cli/init/init-command';
import { editYaml } from '../../../targets/edit-yaml';
import { ConfigurationError } from '../../../targets/errors';
import { parseYaml } from '../../../targets/read-yaml';
import type { NewTarget, Saved, SaveRequest, TargetEdit, TargetState } from '../../wire/setup';
import type { DeskContext } from '../context';
import { Busy } from '../busy';
import type { Draft } from './draft';
import { withoutEmptied } from './emptied';
import { refuseSecrets } from './held-secrets';
import { shownText } from './shown-text';
import { beginningFor } from './new-target';
import { readText, writeText } from './target-on-disk';
import { stateOf } from './target-state';

/** The target that is open: one for all tabs, so that none of them loses what another one did. */
export class TargetDraft {
  readonly #desk: DeskContext;
  #draft: Draft | undefined;
  #revision = 0;
  #texts = 0;

  constructor(desk: DeskContext) {
    this.#desk = desk;
  }

  /** The file is read when it is asked for first. Throws a ConfigurationError where it cannot be. */
  state(): TargetState {
    return stateOf(this.#open(), this.#revision, this.#desk.secrets);
  }

  get file(): string {
    return this.#desk.targetFile;
  }

  /** What a run or the doctor would read if it were saved now. Throws a ConfigurationError where there is nothing. */
  text(): string {
    const { text, file } = this.#open();
    if (text !== undefined) return text;
    throw new ConfigurationError('is not there yet', { file }, 'choose what to begin with');
  }

  /** Reads a file again, and loses what was not saved. */
  open(file: string): TargetState {
    this.#draft = this.#read(file);
    this.#desk.targetFile = file;
    return this.changed();
  }

  begin(wanted: NewTarget): TargetState {
    const draft = this.#open();
    if (draft.read !== undefined)
      throw new Busy('there is a target file already', 'open it, or name another file');
    this.#draft = { ...draft, ...beginningFor(draft.file, wanted), textRevision: this.#nextText() };
    return this.changed();
  }

  edit(edits: readonly TargetEdit[]): TargetState {
    const { file } = this.#open();
    const before = this.text();
    const { value } = parseYaml(before, file);
    return this.#take(editYaml(before, withoutEmptied(edits, value)));
  }

  /** Throws a `Busy` where the text that it was made from is not that of the target any more. */
  write(text: string, textRevision: number): TargetState {
    if (textRevision !== this.#open().textRevision)
      throw new Busy('the target was changed elsewhere meanwhile', 'undo what was typed, and type it again');
    return this.#take(text);
  }

  save({ withProblems, over }: SaveRequest): Saved {
    const draft = this.#open();
    const text = this.text();
    parseYaml(text, draft.file);
    refuseSecrets(text, draft.file, this.#desk.secrets);
    if (!withProblems) requireSound(this.state());
    const read = writeText(draft.file, text, { read: draft.read, over });
    const others = [...draft.beside].map(
      ([name, content]) => [join(dirname(draft.file), name), content] as const,
    );
    const written = others.filter(([file, content]) => writeUnlessThere(file, content));
    this.#draft = { ...draft, read, moved: [], beside: new Map() };
    return { state: this.changed(), written: [draft.file, ...written.map(([file]) => file)] };
  }

  /** Tells all tabs that what they show does not hold any more. */
  changed(): TargetState {
    this.#revision += 1;
    this.#desk.hub.latest('setup.changed', { type: 'setup.changed', revision: this.#revision });
    return this.state();
  }

  #nextText(): number {
    return (this.#texts += 1);
  }

  #open(): Draft {
    return (this.#draft ??= this.#read(this.#desk.targetFile));
  }

  #read(file: string): Draft {
    const read = readText(file);
    const textRevision = this.#nextText();
    if (read === undefined) return { file, textRevision, moved: [], beside: new Map() };
    const { text, names } = shownText(read.text, file, this.#desk.secrets);
    return { file, read, text, textRevision, moved: names, beside: new Map() };
  }

  /** Takes only what can be read: what is typed half stays with who types. */
  #take(text: string): TargetState {
    const draft = this.#open();
    refuseSecrets(text, draft.file, this.#desk.secrets);
    if (text !== draft.text) this.#draft = { ...draft, text, textRevision: this.#nextText() };
    return this.changed();
  }
}

function requireSound({ problems }: TargetState): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new ConfigurationError(
    `${counted(problems.length, 'mistake is', 'mistakes are')} in it: ${first.message}`,
    { at: first.path.join('.') },
    'fix it, or save it as it is and go on later',
  );
}
