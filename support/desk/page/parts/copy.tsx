import { useState } from 'preact/hooks';
import { t } from '../strings';

/** A value with a button that copies it; `name` tells for whom cannot see which value it is. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
    } catch {
      // The browser does not allow it: the value stands beside the button.
      setCopied(undefined);
    }
  };
  const label = copied === value ? t('app.copied') : t('app.copy');
  return (
    <span class="copyable">
      <code translate={false}>{value}</code>
      <button type="button" onClick={() => void copy()} aria-label={`${label}: ${name}`}>
        {label}
      </button>
    </span>
  );
}
