import { useState } from 'preact/hooks';
import type { Evidence } from '../../exchange/evidence';
import { ExchangeView } from '../../report/parts/exchange';
import { Trouble, useAnswer } from './parts';

interface Props {
  /** Where it is asked for, once it is opened. */
  readonly path: string;
  readonly title: string;
  /** Stands beside the title. */
  readonly note: string;
}

/** A line that opens an exchange. */
export function AskedExchange({ path, title, note }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {title} <strong>{note}</strong>
      </button>
      {isOpen && <Exchange path={path} />}
    </>
  );
}

function Exchange({ path }: Pick<Props, 'path'>) {
  const { answer, trouble } = useAnswer<Evidence>(path);
  return (
    <>
      <Trouble of={trouble} />
      {answer && <ExchangeView exchange={answer} telling={[]} open />}
    </>
  );
}
