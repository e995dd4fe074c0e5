import type { Text } from '../../../exchange/text';
import { linkTo } from '../route';
import { linkToExchange } from './place';
import { Shown, ShownShort } from './shown';

/** Messages are short; what they quote is not always. */
const longestPart = 4000;

/** What the suite says, in which the exchanges and readings that it names are links. */
export function Told({ text, entry }: { readonly text: Text; readonly entry: string }) {
  const parts = typeof text === 'string' ? [text] : text;
  return (
    <span translate={false}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          <WithReadings
            key={index}
            text={part.length > longestPart ? `${part.slice(0, longestPart)}…` : part}
          />
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

/** A reading as a reason names it, as in `set readings.bridge-scoped`. */
const reading = /\breadings\.([a-z][a-z0-9-]*)/;

/** A text in which readings lead to their fields. */
function WithReadings({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(reading).map((part, index) =>
        index % 2 === 0 ? (
          <Shown key={index} text={part} />
        ) : (
          <a key={index} href={linkTo('setup', 'field', 'readings', part)}>
            readings.{part}
          </a>
        ),
      )}
    </>
  );
}
