import { signal } from '@preact/signals';
import type { TargetState } from '../../wire/setup';
import { call } from '../call';
import { take, target } from './target-store';

/** What was typed into the text and is not taken, as while it is no YAML. */
export const typedText = signal<string | undefined>(undefined);
/** Why it is not taken. */
export const textError = signal<unknown>(undefined);

/** How long typing rests before it is sent, in milliseconds. */
const restMs = 400;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The text that typing began with. */
let base = 0;

/** Takes what stands in the text now; it is sent once typing rests. */
export function changeText(text: string): void {
  if (typedText.value === undefined) base = target.value?.textRevision ?? 0;
  typedText.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => void sendText(), restMs);
}

/** Sends what was typed; resolves to whether nothing is left that is not taken. */
export async function sendText(): Promise<boolean> {
  clearTimeout(timer);
  const text = typedText.value;
  if (text === undefined) return true;
  try {
    const state = await call.put<TargetState>('/api/target/text', { text, textRevision: base });
    take(state);
    base = state.textRevision;
    if (typedText.value === text) dropText();
  } catch (reason) {
    if (typedText.value === text) textError.value = reason;
  }
  return typedText.value === undefined;
}

/** Forgets what was typed and is not taken. */
export function dropText(): void {
  clearTimeout(timer);
  typedText.value = undefined;
  textError.value = undefined;
}
