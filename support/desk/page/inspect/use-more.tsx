import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../strings';

interface Steps {
  /** So many are shown at first. */
  readonly first: number;
  /** So many more with each step; as at first where it is left out. */
  readonly next?: number;
  /** What the button says, by how many are left. */
  readonly say?: (left: number) => string;
}

interface More {
  /** How many are shown. */
  readonly shown: number;
  /** A button for more of them; absent where all are shown. */
  readonly more: VNode | undefined;
}

/** What is long is shown step by step: all at once would keep the page from drawing. */
export function useMore(count: number, { first, next = first, say = moreMembers }: Steps): More {
  const [shown, setShown] = useState(first);
  const left = count - shown;
  if (left <= 0) return { shown, more: undefined };
  const onClick = (): void => {
    setShown(shown + next);
  };
  const more = (
    <button type="button" onClick={onClick}>
      {say(left)}
    </button>
  );
  return { shown, more };
}

const moreMembers = (count: number): string => t('inspect.moreMembers', { count });
