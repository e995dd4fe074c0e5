import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Closed until it is asked for. */
  readonly isClosed?: boolean;
  readonly children: ComponentChildren;
}

/** A part that can be folded; what is in it is made when it is opened first. */
export function Section({ title, isClosed = false, children }: SectionProps) {
  const [isMade, setMade] = useState(!isClosed);
  return (
    <details
      class="section"
      open={!isClosed}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setMade(true);
      }}
    >
      <summary>{title}</summary>
      {isMade && children}
    </details>
  );
}
