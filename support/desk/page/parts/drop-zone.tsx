import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../strings';
import { Labelled } from './labelled';
import { Notice } from './notice';

interface DropZoneProps {
  readonly label: string;
  /** What is offered to be chosen, as in `.zip`; what is dropped is judged by who takes it. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
  /** What is said of the file. */
  readonly children?: ComponentChildren;
}

/** Where a file is dropped, or chosen by keyboard. What is not one file is refused. */
export function DropZone({ label, accept, onFile, children }: DropZoneProps) {
  const [isRefused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | undefined): void => {
    const file = files?.[0];
    setRefused(file === undefined);
    if (file !== undefined) onFile(file);
  };
  const { isOver, ...over } = useDrop((dropped) => {
    const files = isOneFile(dropped) ? dropped.files : undefined;
    // The input would go on naming what was chosen before.
    if (files && input.current) input.current.files = files;
    take(files);
  });
  return (
    <div class={`drop-zone${isOver ? ' over' : ''}`} {...over}>
      <Labelled label={label} hint={t('drop.hint')}>
        <input
          ref={input}
          type="file"
          accept={accept}
          onClick={({ currentTarget }) => {
            // The same file can be chosen again: it may have changed.
            currentTarget.value = '';
          }}
          onChange={({ currentTarget: { files } }) => {
            if (files?.length === 1) take(files);
          }}
        />
      </Labelled>
      {isRefused && <Notice kind="bad">{t('drop.noFile')}</Notice>}
      {children}
    </div>
  );
}

function useDrop(onDropped: (dropped: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => {
      setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) onDropped(event.dataTransfer);
    },
  };
}

/** It is none where it is a text or a link, where there are several, and where it is a folder. */
const isOneFile = ({ files, items }: DataTransfer): boolean =>
  files.length === 1 && ![...items].some((each) => each.webkitGetAsEntry()?.isDirectory);
