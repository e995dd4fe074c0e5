import { computed, signal } from '@preact/signals';
import type { FieldProblem, TargetEdit, TargetState } from '../../wire/setup';
import { call, CallError } from '../call';
import { keyOf, startsWith, valueAt, withValue } from './paths';
import { problems, take, target } from './target-store';

type Path = TargetEdit['path'];

/** How long typing rests before it is sent, in milliseconds. */
const restMs = 250;

/** What was typed and is on its way. */
const pending = signal<ReadonlyMap<string, TargetEdit>>(new Map());

interface Refused {
  readonly edit: TargetEdit;
  readonly problem: FieldProblem;
}

/** What was typed and is not taken: it stays in its field, with the reason, until it is typed again. */
const refused = signal<ReadonlyMap<string, Refused>>(new Map());

/** Whether something was typed that the server does not have. */
export const isUnsent = computed(() => pending.value.size + refused.value.size > 0);

/** What the target holds, with what was typed since. */
const shown = computed(() =>
  [...pending.value.values(), ...[...refused.value.values()].map(({ edit }) => edit)].reduce<unknown>(
    (value, { path, value: wanted }) => withValue(value, path, wanted),
    target.value?.value,
  ),
);

export const valueOf = (path: Path): unknown => valueAt(shown.value, path);

/** What is wrong at a member; with `below` also at what it holds. */
export function problemsAt(path: Path, below = false): readonly FieldProblem[] {
  const isHere = (problem: FieldProblem): boolean =>
    startsWith(problem.path, path) && (below || problem.path.length === path.length);
  const own = refused.value.get(keyOf(path));
  return own === undefined ? problems.value.filter(isHere) : [own.problem];
}

let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | undefined;

/** Changes a member, once typing rests; `undefined` takes it out. */
export function change(path: Path, value: unknown): void {
  const key = keyOf(path);
  pending.value = new Map(pending.value).set(key, { path, value });
  refused.value = without(refused.value, [key]);
  clearTimeout(timer);
  timer = setTimeout(() => void send(), restMs);
}

/**
 * Sends what was typed, at once; one request at a time, so that they arrive in their order. Resolves once nothing is on its
 * way any more.
 */
export function send(): Promise<void> {
  sending ??= sendPending().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendPending(): Promise<void> {
  while (pending.value.size > 0) await sendAll([...pending.value]);
}

/** Forgets what was typed and the server does not have. */
export function dropEdits(): void {
  clearTimeout(timer);
  pending.value = new Map();
  refused.value = new Map();
}

type Entry = readonly [key: string, edit: TargetEdit];

async function sendAll(entries: readonly Entry[]): Promise<void> {
  try {
    await sendTogether(entries.map(([, edit]) => edit));
    settle(entries);
  } catch (error) {
    const [first] = entries;
    // One that is not taken keeps the others from being taken with it.
    if (entries.length > 1) for (const each of entries) await sendAll([each]);
    else if (first !== undefined) refuse(first, error);
  }
}

async function sendTogether(edits: readonly TargetEdit[]): Promise<void> {
  take(await call.post<TargetState>('/api/target/edit', { edits }));
}

/** What was typed again meanwhile is still to be sent. */
function settle(entries: readonly Entry[]): void {
  const sent = entries.filter(([key, edit]) => pending.value.get(key) === edit).map(([key]) => key);
  pending.value = without(pending.value, sent);
}

/** Keeps on the page what was typed and cannot be meant, with the reason. */
export function keepBack(path: Path, value: unknown, message: string): void {
  const key = keyOf(path);
  pending.value = without(pending.value, [key]);
  const problem = { path: path.map(String), message, hint: '' };
  refused.value = new Map(refused.value).set(key, { edit: { path, value }, problem });
}

function refuse([key, edit]: Entry, error: unknown): void {
  if (pending.value.get(key) !== edit) return;
  settle([[key, edit]]);
  const hint = error instanceof CallError ? (error.hint ?? '') : '';
  const message = error instanceof Error ? error.message : String(error);
  const problem = { path: edit.path.map(String), message, hint };
  refused.value = new Map(refused.value).set(key, { edit, problem });
}

function without<Value>(
  map: ReadonlyMap<string, Value>,
  keys: readonly string[],
): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
