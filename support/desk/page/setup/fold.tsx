import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { problemsAt } from './edits';
import type { FieldProps } from './field-frame';

interface FoldProps {
  /** What is folded away. */
  readonly paths: readonly FieldProps['path'][];
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Folds members away that most leave alone, unless something is wrong in them. */
export function Fold({ paths, summary, children }: FoldProps) {
  // It does not close under who has just put it right.
  const isOpen = useRef(false);
  isOpen.current ||= paths.some((path) => problemsAt(path, true).length > 0);
  return (
    <details open={isOpen.current}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
