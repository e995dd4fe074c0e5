import { cloneElement, type VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A field with its name above it, and what it is for below. */
export function Labelled({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: VNode<object>;
}) {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div class="labelled">
      <label class="label" for={id}>
        {label}
      </label>
      {cloneElement(children, { id, ...described })}
      {hint !== undefined && (
        <span class="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
