import { computed, signal } from '@preact/signals';
import type { DeskEvent } from '../../wire/events';
import type { FieldProblem, NewTarget, Saved, SaveRequest, TargetForm, TargetState } from '../../wire/setup';
import { call } from '../call';
import { onEvents } from '../stream';

/** The target that is open, as the server has it. */
export const target = signal<TargetState | undefined>(undefined);
/** What the form is made of. */
export const form = signal<TargetForm | undefined>(undefined);
/** Why the target cannot be shown. */
export const trouble = signal<unknown>(undefined);
/** Files that the last save wrote. */
export const written = signal<readonly string[]>([]);

/** Of several answers the one with the latest revision holds, whenever it comes. */
export function take(state: TargetState): void {
  if (target.value !== undefined && state.revision < target.value.revision) return;
  target.value = state;
  trouble.value = undefined;
}

/** Asks for the target, and once for its form. */
export async function load(): Promise<void> {
  try {
    form.value ??= await call.get<TargetForm>('/api/target/form');
    take(await call.get<TargetState>('/api/target'));
  } catch (error) {
    trouble.value = error;
  }
}

/** Asks for something to be done with the target, whose new state is the answer. */
async function act(path: string, body?: unknown): Promise<void> {
  take(await call.post<TargetState>(path, body));
}

export const begin = (wanted: NewTarget): Promise<void> => act('/api/target/begin', wanted);
export const open = (file: string): Promise<void> => act('/api/target/open', { file });
export const discard = (): Promise<void> => act('/api/target/discard');
export const forget = (name: string): Promise<void> => act('/api/secrets/forget', { name });

/** Hands a secret to the server, which keeps it in memory and never gives it back. */
export async function keepSecret(name: string, value: string): Promise<void> {
  take(await call.put<TargetState>('/api/secrets', { name, value }));
}

export async function save(request: SaveRequest): Promise<void> {
  const saved = await call.post<Saved>('/api/target/save', request);
  written.value = saved.written;
  take(saved.state);
}

/** Variables without a value, which a run cannot do without. */
export const missing = computed(() =>
  (target.value?.variables ?? []).filter(({ from }) => from === 'nowhere'),
);

export const problems = computed<readonly FieldProblem[]>(() => target.value?.problems ?? []);

onEvents((batch: readonly DeskEvent[]) => {
  if (target.value === undefined && trouble.value === undefined) return;
  const isNewer = (event: DeskEvent): boolean =>
    event.type === 'setup.changed' && event.revision > (target.value?.revision ?? -1);
  if (batch.some(isNewer)) void load();
});
