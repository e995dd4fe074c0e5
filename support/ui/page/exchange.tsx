import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Evidence } from '../../exchange/evidence';
import type { Place } from '../../obligations/judge/home';
import { ExchangeView } from '../../report/parts/exchange';
import { tellingIn } from '../../report/parts/telling';
import { Trouble, useAnswer } from './parts';

interface ButtonProps {
  /** Where it is asked for, once it is opened. */
  readonly path: string;
  /** What shows a breach in it, to be marked. */
  readonly places?: readonly Place[];
  readonly children: ComponentChildren;
}

/** A button that opens an exchange below itself, as the report shows it. */
export function ExchangeButton({ path, places = [], children }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        translate={false}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {children}
      </button>
      {isOpen && <Exchange path={path} places={places} />}
    </>
  );
}

function Exchange({ path, places }: Required<Pick<ButtonProps, 'path' | 'places'>>) {
  const { answer, trouble } = useAnswer<Evidence>(path);
  return (
    <div class="exchange-at" translate={false}>
      {answer && <ExchangeView exchange={answer} telling={tellingIn({ places }, answer)} open />}
      <Trouble of={trouble} />
    </div>
  );
}
