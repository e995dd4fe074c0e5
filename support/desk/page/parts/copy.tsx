import { useState } from 'preact/hooks';
import { t } from '../strings';

/** A value with a button that copies it; `name` tells for whom cannot see which value it is. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <span class="copyable">
      <code translate={false}>{value}</code>
      <button type="button" onClick={() => void copy()} aria-label={`${t('app.copy')}: ${name}`}>
        {isCopied ? t('app.copied') : t('app.copy')}
      </button>
    </span>
  );
}
