import type { ComponentChildren, VNode } from 'preact';
import { cloneElement } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ErrorText } from '../api';
import { call, CallError } from './call';

/** A message that screen readers read out when it appears. */
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

/** Shows the message and hint of an error. Renders nothing if `of` is `undefined`. */
export function Trouble({ of }: { readonly of: unknown }) {
  if (of === undefined) return null;
  const { message, hint } = wordsOf(of);
  return (
    <Notice kind="bad">
      <span translate={false}>{message}</span>
      {hint !== undefined && <span class="hint"> {hint}</span>}
    </Notice>
  );
}

function wordsOf(error: unknown): ErrorText {
  if (error instanceof CallError)
    return { message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  if (error instanceof Error) return { message: error.message };
  return error as ErrorText;
}

let ids = 0;

/**
 * Returns a new id for an HTML element. Preact's `useId` is unsuitable: after repeated calls of `render`,
 * which this page makes, its ids can repeat.
 */
const newId = (): string => `field-${(ids += 1)}`;

/** A form field with its label above and a hint below. */
export function LabelledField({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: VNode<object>;
}) {
  const [id] = useState(newId);
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div class="labelled">
      <label for={id}>{label}</label>
      {cloneElement(children, { id, ...described })}
      {hint !== undefined && (
        <span class="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** A value with a copy button. `name` describes the value to screen readers. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
    } catch {
      // The browser denied access to the clipboard. Do not show an error: the user can still select and copy
      // the value.
      setCopied(undefined);
    }
  };
  const label = copied === value ? 'Copied' : 'Copy';
  return (
    <span class="copyable">
      <code translate={false}>{value}</code>
      <button type="button" onClick={() => void copy()} aria-label={`${label}: ${name}`}>
        {label}
      </button>
    </span>
  );
}

interface DropZoneProps {
  readonly label: string;
  /** File types that the browser's file dialog offers, such as `.har`. Dropped files can have any type. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** An area to drop a file on, with a file input for keyboard users. */
export function DropZone({ label, accept, onFile }: DropZoneProps) {
  const [isRefused, setRefused] = useState(false);
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined): void => {
    setRefused(!file);
    if (file) onFile(file);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const { dataTransfer } = event;
    if (dataTransfer) take(isOneFile(dataTransfer) ? dataTransfer.files[0] : undefined);
  };
  return (
    <div
      class={`drop-zone${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={onDrop}
    >
      <LabelledField label={label} hint="Drop a file here, or choose one.">
        <input
          type="file"
          accept={accept}
          onChange={({ currentTarget }) => {
            if (currentTarget.files?.length === 1) take(currentTarget.files[0]);
            // Clear the input. Otherwise the browser fires no change event when the user selects the same
            // file again.
            currentTarget.value = '';
          }}
        />
      </LabelledField>
      {isRefused && <Notice kind="bad">One file is taken at a time, and no folder.</Notice>}
    </div>
  );
}

/** Whether exactly one file was dropped: no text, link or folder, and not several files. */
const isOneFile = ({ files, items }: DataTransfer): boolean =>
  files.length === 1 && ![...items].some((each) => each.webkitGetAsEntry()?.isDirectory);

/**
 * A hook for actions that can fail. `act` wraps an action in an event handler, `isBusy` is true while the
 * action is in progress, and `trouble` is the last action's error.
 */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<unknown>();
  const act = async (what: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await what();
    } catch (error) {
      setTrouble(error);
    }
    setBusy(false);
  };
  return { isBusy, trouble, act: (what: () => Promise<unknown>) => () => void act(what) };
}

/**
 * The answer or the error (`trouble`) of the latest request. Neither is set until the first request for the
 * path has ended.
 */
interface ServerAnswer<Answer> {
  readonly answer?: Answer;
  readonly trouble?: unknown;
  readonly again: () => void;
}

/**
 * Fetches `path` from the server, and again whenever `path` changes or `again` is called. Ignores answers to
 * earlier paths.
 */
export function useAnswer<Answer>(path: string): ServerAnswer<Answer> {
  const [found, setFound] = useState<{ path?: string; answer?: Answer; trouble?: unknown }>({});
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const keep = (next: { answer?: Answer; trouble?: unknown }): void => {
      if (isCurrent) setFound({ path, ...next });
    };
    call.get<Answer>(path).then(
      (answer) => {
        keep({ answer });
      },
      (trouble: unknown) => {
        keep({ trouble });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [path, count]);
  const { path: of, ...rest } = found;
  return {
    // Omit an answer that belongs to an earlier path.
    ...(of === path && rest),
    again: () => {
      setCount((before) => before + 1);
    },
  };
}

/**
 * Returns a function that reads a form field by name. It returns an empty string if the field is missing or
 * unchecked.
 */
export function formReader(form: HTMLFormElement): (name: string) => string {
  const typed = new FormData(form);
  return (name) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
}
