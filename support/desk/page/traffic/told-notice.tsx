import type { Told } from '../../wire/traffic';
import { Notice } from '../parts/notice';

/** Why something was not done, in the words of the suite. */
export function ToldNotice({ told: { message, hint } }: { readonly told: Told }) {
  return (
    <Notice kind="bad">
      <span translate={false}>{message}</span>
      {hint !== undefined && (
        <span class="hint" translate={false}>
          {hint}
        </span>
      )}
    </Notice>
  );
}
