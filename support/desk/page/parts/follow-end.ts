import { type Signal, useSignal } from '@preact/signals';
import type { RefObject, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A reader who is this near the end, in pixels, wants to see what comes next. */
const nearEnd = 48;

/** What makes a list follow its end: its element, whether the end is followed, and what to do when it scrolls. */
export interface FollowedEnd {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: Signal<boolean>;
  readonly toEnd: () => void;
  readonly onScroll: (event: TargetedEvent<HTMLDivElement>) => void;
}

/** A reader at the end of a list stays there while it grows; one who leaves the end is left there. */
export function useFollowedEnd(isAtEndFirst: boolean): FollowedEnd {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ scrollTop: 0, scrollHeight: 0 });
  const isAtEnd = useSignal(isAtEndFirst);
  const toEnd = (): void => {
    isAtEnd.value = true;
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'instant' });
  };
  useLayoutEffect(() => {
    // Rows that come, and rows that turn out higher than was guessed, both make the content grow.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.peek()) toEnd();
    });
    for (const each of [list.current, list.current?.firstElementChild]) if (each) observer.observe(each);
    return () => {
      observer.disconnect();
    };
  }, []);
  const onScroll = ({ currentTarget }: TargetedEvent<HTMLDivElement>): void => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    // Where the list has become shorter, the browser scrolls by itself.
    const isScrolledUp = scrollTop < before.current.scrollTop && scrollHeight >= before.current.scrollHeight;
    if (scrollHeight - scrollTop - clientHeight < nearEnd) isAtEnd.value = true;
    else if (isScrolledUp) isAtEnd.value = false;
    before.current = { scrollTop, scrollHeight };
  };
  return { list, isAtEnd, toEnd, onScroll };
}
