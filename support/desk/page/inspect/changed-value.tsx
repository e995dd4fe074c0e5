import { changedParts } from './differences-lines';
import { ShownShort } from './shown';

/** Longer ones are compared as a whole. */
const longestMarked = 4000;

interface ChangedProps {
  readonly text: string;
  /** What stands on the other side. */
  readonly beside: string;
}

/** A value with what in it differs from the other underlined. */
export function ChangedValue({ text, beside }: ChangedProps) {
  if (text.length > longestMarked || beside.length > longestMarked || text === beside)
    return <ShownShort text={text} most={longestMarked} />;
  const [[before, changed, after]] = changedParts(text, beside);
  return (
    <>
      <ShownShort text={before} most={longestMarked} />
      {changed !== '' && (
        <mark class="changed">
          <ShownShort text={changed} most={longestMarked} />
        </mark>
      )}
      <ShownShort text={after} most={longestMarked} />
    </>
  );
}
