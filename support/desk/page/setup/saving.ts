import { signal } from '@preact/signals';
import { CallError } from '../call';
import { t } from '../strings';
import { beginDoctor, stopDoctor } from './doctor-store';
import { dropEdits, isUnsent, send } from './edits';
import { discard, open, problems, save } from './target-store';
import { dropText, sendText } from './text-edits';

/** What has to be answered before the target is saved, or what was changed is lost. */
export type Question = 'discard' | 'meanwhile' | 'problems';

export const question = signal<Question | undefined>(undefined);
export const saveError = signal<unknown>(undefined);

async function act(doing: () => Promise<void>): Promise<void> {
  saveError.value = undefined;
  question.value = undefined;
  try {
    await doing();
  } catch (reason) {
    saveError.value = reason;
  }
}

/** Saves what is typed, or asks first: where a run would refuse it, and where others have written meanwhile. */
export function saveNow({ over = false, isAsked = false } = {}): Promise<void> {
  return act(async () => {
    await requireTaken();
    if (problems.value.length > 0 && !isAsked) {
      question.value = 'problems';
      return;
    }
    try {
      await save({ withProblems: true, over });
    } catch (reason) {
      if (!(reason instanceof CallError && reason.status === 409)) throw reason;
      question.value = 'meanwhile';
    }
  });
}

export const examineNow = (): Promise<void> =>
  act(async () => {
    await requireTaken();
    await beginDoctor();
  });

export const stopNow = (): Promise<void> => act(stopDoctor);

/** Sends all that is typed. Throws where something is not taken; why, it says where it stands. */
async function requireTaken(): Promise<void> {
  await send();
  const isTaken = await sendText();
  if (!isTaken || isUnsent.value) throw new Error(t('setup.notTaken'));
}

function dropAll(): void {
  dropEdits();
  dropText();
}

export const discardNow = (): Promise<void> =>
  act(async () => {
    await discard();
    dropAll();
  });

/** Opens another file. Throws a CallError where the server would not. */
export async function openNow(file: string): Promise<void> {
  await open(file);
  dropAll();
}
