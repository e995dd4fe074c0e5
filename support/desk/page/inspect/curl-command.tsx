import { useState } from 'preact/hooks';
import type { ExchangeView } from '../../wire/inspect';
import { t } from '../strings';
import type { CurlLack } from './curl';
import { curlCommand } from './curl';
import { Section } from './section';
import { RawText } from './shown';

/** The request as a command, with what it lacks. */
export function CurlCommand({ view }: { readonly view: ExchangeView }) {
  if (view.kind !== 'exchange') return null;
  return (
    <Section title={t('inspect.curl')} isClosed>
      <Command view={view} />
    </Section>
  );
}

function Command({ view }: { readonly view: ExchangeView }) {
  const { command, lacks } = curlCommand(view);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
  };
  return (
    <>
      {lacks.map((lack) => (
        <p key={lack}>{t(lackTexts[lack])}</p>
      ))}
      <div class="row-of-buttons">
        <button type="button" onClick={() => void copy()}>
          {isCopied ? t('app.copied') : t('inspect.copyCurl')}
        </button>
      </div>
      <RawText text={command} name={t('inspect.curl')} />
    </>
  );
}

const lackTexts = {
  redacted: 'inspect.curlRedacted',
  body: 'inspect.curlBody',
  header: 'inspect.curlHeader',
} as const satisfies Record<CurlLack, string>;
