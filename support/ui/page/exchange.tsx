import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Evidence } from '../../exchange/evidence';
import type { PlaceName } from '../../judging/verdict';
import { ExchangeView } from '../../report/parts/exchange';
import { tellingIn } from '../../report/parts/telling';
import type { ExchangeRow } from '../api';
import { Trouble, useAnswer } from './parts';
import type { RunState } from './run-state';
import { failuresOf } from './run-state';

interface ButtonProps {
  /** Where it is asked for, once it is opened. */
  readonly path: string;
  /** What shows a breach in it, to be marked. */
  readonly places?: readonly PlaceName[];
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

interface ListProps {
  /** Where each is asked for by its number. */
  readonly at: string;
  readonly rows: readonly {
    readonly seq: number;
    readonly title: string;
    /** Ids of what it broke. */
    readonly broke: readonly string[];
    readonly places?: readonly PlaceName[];
  }[];
}

/** Exchanges, a line each; a press opens one. */
export function ExchangeList({ at, rows }: ListProps) {
  return (
    <ul class="plain exchanges">
      {rows.map(({ seq, title, broke, places = [] }) => (
        <li key={seq} class={broke.length > 0 ? 'broken' : undefined}>
          <ExchangeButton path={`${at}/${seq}`} places={places}>
            #{seq} {title} {broke.length > 0 && <strong>broke {broke.join(', ')}</strong>}
          </ExchangeButton>
        </li>
      ))}
    </ul>
  );
}

/** The newest exchanges of the run. */
export function Exchanges({ run }: { readonly run: RunState }) {
  const { exchanges, exchanged } = run;
  const failures = failuresOf(run);
  if (exchanges.length === 0) return null;
  return (
    <section aria-labelledby="run-exchanges">
      <h2 id="run-exchanges">Exchanges</h2>
      <p class="soft">
        {exchanged > exchanges.length
          ? `The newest ${exchanges.length} of ${exchanged}. The report has all that its verdicts rest on.`
          : `${exchanged} so far, the newest first.`}
      </p>
      <ExchangeList
        at="/api/run/exchanges"
        rows={exchanges.map((row) => {
          const broken = failures.filter((each) => each.exchanges.includes(row.seq));
          return {
            ...{ seq: row.seq, title: titleOf(row), broke: broken.map(({ id }) => id) },
            places: broken.flatMap((each) => each.places),
          };
        })}
      />
    </section>
  );
}

function titleOf({ method, path, status, failure, ms, sender, negative }: ExchangeRow): string {
  const about = negative === true ? `${sender}, wrong on purpose` : sender;
  return `${method} ${path} → ${status ?? failure ?? 'answered'}, ${ms} ms, ${about}`;
}
