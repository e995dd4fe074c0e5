import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Evidence } from '../../exchange/evidence';
import type { EvidencePlace } from '../../obligations/judge/home';
import { ExchangeView } from '../../report/parts/exchange';
import { relevantPlacesIn } from '../../report/parts/relevant-places';
import { Trouble, useAnswer } from './parts';

interface ButtonProps {
  /** API path of the exchange, which is loaded when the user opens it */
  readonly path: string;
  /** Places in the exchange to highlight, because they show a breach */
  readonly places?: readonly EvidencePlace[];
  readonly children: ComponentChildren;
}

/** A button that shows or hides an exchange below it, rendered as in the report. */
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
      {answer && <ExchangeView exchange={answer} telling={relevantPlacesIn({ places }, answer)} open />}
      <Trouble of={trouble} />
    </div>
  );
}
