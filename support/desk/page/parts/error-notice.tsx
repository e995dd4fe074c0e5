import { CallError } from '../call';
import { t } from '../strings';
import { Notice } from './notice';

/** An error in words. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : JSON.stringify(error);

/** What the server would not do, with its hint; nothing where there is no error. */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  if (!(error instanceof CallError))
    return <Notice kind="bad">{error instanceof TypeError ? t('app.unanswered') : textOf(error)}</Notice>;
  return (
    <Notice kind="bad">
      <span translate={false}>{error.message}</span>
      {error.hint !== undefined && (
        <span class="hint" translate={false}>
          {error.hint}
        </span>
      )}
    </Notice>
  );
}
