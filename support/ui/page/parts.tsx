import type { ComponentChildren, VNode } from 'preact';
import { cloneElement } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Words } from '../api';
import { call, CallError } from './call';

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

/** What kept something from being done, if anything did. */
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

function wordsOf(error: unknown): Words {
  if (error instanceof CallError)
    return { message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  if (error instanceof Error) return { message: error.message };
  return error as Words;
}

let ids = 0;

/** Preact's own begin again whenever the page is drawn. */
const newId = (): string => `field-${(ids += 1)}`;

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

/** A value with a button that copies it; `name` tells which value, for those who cannot see it. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
    } catch {
      // The browser does not allow it: the value stands beside the button.
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
  /** What is offered to be chosen, as in `.har`; what is dropped is judged by who takes it. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen by keyboard. */
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
      <Labelled label={label} hint="Drop a file here, or choose one.">
        <input
          type="file"
          accept={accept}
          onChange={({ currentTarget }) => {
            if (currentTarget.files?.length === 1) take(currentTarget.files[0]);
            // The same file may be chosen again once it was changed.
            currentTarget.value = '';
          }}
        />
      </Labelled>
      {isRefused && <Notice kind="bad">One file is taken at a time, and no folder.</Notice>}
    </div>
  );
}

/** It is none where it is a text or a link, where there are several, and where it is a folder. */
const isOneFile = ({ files, items }: DataTransfer): boolean =>
  files.length === 1 && ![...items].some((each) => each.webkitGetAsEntry()?.isDirectory);

/** Something that is done on a press: one at a time, with what kept it from being done. */
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

/** An answer of the server, or what kept it from coming. */
interface ServerAnswer<Answer> {
  readonly answer?: Answer;
  readonly trouble?: unknown;
  /** Asks again. */
  readonly again: () => void;
}

/** Asks for a path, again whenever it changes; of several answers the one that was asked for last counts. */
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
    // What was found at another path is no answer to this one.
    ...(of === path && rest),
    again: () => {
      setCount((before) => before + 1);
    },
  };
}

/** What is typed into a form, by the names of its fields. */
export function typedIn(form: HTMLFormElement): (name: string) => string {
  const typed = new FormData(form);
  return (name) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
}
