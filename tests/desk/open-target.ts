import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetEdit, Saved, TargetState } from '../../support/desk/wire/setup';
import { lines } from '../targets/target-files';
import type { AskedDesk } from './asking';
import { askedDesk } from './asking';

/** What the desk would not do. */
export interface Refusal {
  readonly error: { readonly message: string; readonly hint?: string };
}

/** A desk that has opened a file with that text. */
export async function withFile(t: Parameters<typeof askedDesk>[0], text: Buffer | string) {
  const desk = await askedDesk(t);
  const file = join(desk.folder, 'target.yaml');
  writeFileSync(file, text);
  return { ...desk, file };
}

export const stateOf = async ({ ask }: AskedDesk) => (await ask<TargetState>('GET', '/api/target')).body;
export const edit = ({ ask }: AskedDesk, ...edits: TargetEdit[]) =>
  ask<Refusal & TargetState>('POST', '/api/target/edit', { edits });
export const save = ({ ask }: AskedDesk, given = {}) =>
  ask<Refusal & Saved>('POST', '/api/target/save', { withProblems: false, over: false, ...given });

/** A target file with all that an edit might lose. */
export const commented = lines(
  '# Of the north',
  'name:   "small"   # who it is',
  '',
  'limits: &limits { timeoutMs: 500 } # short',
  '# the end',
);

/** Hands the whole text over, as made from the text that is open. */
export async function write(desk: AskedDesk, text: string) {
  const { textRevision } = await stateOf(desk);
  return desk.ask<Refusal & TargetState>('PUT', '/api/target/text', { text, textRevision });
}
