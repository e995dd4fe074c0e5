import type { ComponentChildren } from 'preact';

/** Something that needs attention; it is read out as it appears. */
export function Notice({
  kind,
  children,
}: {
  readonly kind: 'bad' | 'good' | 'note' | 'warn';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
