import type { ComponentChildren } from 'preact';

/** A labelled input with a hint below it, which describes it. */
export function HintedField({
  id,
  label,
  hint,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {children}
      <span id={hintOf(id)} class="soft">
        {hint}
      </span>
    </p>
  );
}

export const hintOf = (id: string): string => `${id}-hint`;
