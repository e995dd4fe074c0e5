import type { Text } from '../../../exchange/text';
import { linkToExchange } from './place';
import { ShownShort } from './shown';

/** Messages are short; what they quote is not always. */
const longestPart = 4000;

/** What the suite says, in which the exchanges that it names are links. */
export function Told({ text, entry }: { readonly text: Text; readonly entry: string }) {
  const parts = typeof text === 'string' ? [text] : text;
  return (
    <span translate={false}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          <ShownShort key={index} text={part} most={longestPart} />
        ) : (
          <span key={index}>
            <a href={linkToExchange({ entry, seq: part.exchange })}>#{part.exchange}</a>
            {part.line !== undefined && (
              <>
                {' ('}
                <ShownShort text={part.line} />)
              </>
            )}
          </span>
        ),
      )}
    </span>
  );
}
