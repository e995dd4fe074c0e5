import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { VerdictMark } from '../../report/parts/text';
import type { RunPlanned } from '../api';
import { ObligationActions } from './run-parts';
import type { Light, LightState, RunState } from './run-state';
import { lightsOf, signs, stateOf } from './run-state';

interface Props {
  readonly run: RunState;
}

/** Shows each planned obligation as a light: a small button with a sign for its state. */
export function Lights({ run }: Props) {
  const [filter, setFilter] = useState<LightState>();
  const lights = lightsOf(run);
  if (run.plan === undefined) return null;
  return (
    <section aria-labelledby="run-lights">
      <h2 id="run-lights">Obligations</h2>
      {run.end?.type !== 'ended' && (
        <p class="soft">A light is provisional until the run has ended and all is judged as a whole.</p>
      )}
      <Filter lights={lights} filter={filter} choose={setFilter} />
      <Areas
        lights={lights}
        shown={lights.filter((light) => filter === undefined || light.shown === filter)}
        run={run}
      />
    </section>
  );
}

interface AreasProps extends Props {
  readonly lights: readonly Light[];
  /** The lights that match the chosen filter */
  readonly shown: readonly Light[];
}

function Areas({ lights, shown, run }: AreasProps) {
  const [chosen, setChosen] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const { areas = [] } = run.plan ?? {};
  const applying = areas.filter(({ name }) => applies(name, lights));
  const folded = areas.filter((each) => !applying.includes(each));
  // The Tab key stops at this light only; arrow keys move to the others (roving tabindex).
  const stop =
    shown.find(({ id }) => id === pointed) ??
    shown.find(({ area }) => applying.some(({ name }) => name === area)) ??
    shown[0];
  const light = lights.find(({ id }) => id === chosen);
  const areaOf = ({ name, title }: RunPlanned['areas'][number]) => (
    <Area key={name} title={title} has={[...shown, light].some((each) => each?.area === name)}>
      {shown
        .filter(({ area }) => area === name)
        .map((each) => (
          <LightButton
            key={each.id}
            {...{ light: each, isStop: each === stop, isChosen: each === light }}
            choose={setChosen}
            point={setPointed}
          />
        ))}
      {light?.area === name && <LightAbout key={light.id} light={light} run={run} close={setChosen} />}
    </Area>
  );
  return (
    <div onKeyDown={moveFocus}>
      <p class="caption" aria-hidden="true" translate={false}>
        {stop === undefined ? 'No obligation is like this.' : nameOf(stop)}
      </p>
      {applying.map(areaOf)}
      {folded.length > 0 && (
        <details>
          <summary>Areas that do not apply: {folded.length}</summary>
          {folded.map(areaOf)}
        </details>
      )}
    </div>
  );
}

const applies = (name: string, lights: readonly Light[]): boolean =>
  lights.some(({ area, shown }) => area === name && shown !== 'not-applicable');

interface LightProps {
  readonly light: Light;
  readonly isStop: boolean;
  readonly isChosen: boolean;
  readonly choose: (id: string | undefined) => void;
  readonly point: (id: string) => void;
}

function LightButton({ light, isStop, isChosen, choose, point }: LightProps) {
  const { id, shown, isProvisional } = light;
  const pointed = (): void => {
    point(id);
  };
  return (
    <button
      type="button"
      class={`verdict light ${shown}${isProvisional ? ' provisional' : ''}`}
      tabIndex={isStop ? 0 : -1}
      aria-label={nameOf(light)}
      aria-expanded={isChosen}
      data-id={id}
      onClick={() => {
        choose(isChosen ? undefined : id);
      }}
      onFocus={pointed}
      onMouseEnter={pointed}
    >
      {signs[shown]}
    </button>
  );
}

interface AreaProps {
  readonly title: string;
  readonly has: boolean;
  readonly children: ComponentChildren;
}

const nameOf = (light: Light): string => `${light.id}, ${light.title}: ${stateOf(light)}`;

function Area({ title, has, children }: AreaProps) {
  if (!has) return null;
  return (
    <div class="area" role="group" aria-label={title}>
      <span translate={false}>{title}</span>
      <div class="row">{children}</div>
    </div>
  );
}

interface FilterProps {
  readonly lights: readonly Light[];
  readonly filter: LightState | undefined;
  readonly choose: (shown: LightState | undefined) => void;
}

function Filter({ lights, filter, choose }: FilterProps) {
  const countOf = (each: LightState): number => lights.filter(({ shown }) => shown === each).length;
  const present = (Object.keys(signs) as LightState[]).filter((each) => countOf(each) > 0 || filter === each);
  const choice = (value: LightState | undefined, count: number) => (
    <button
      key={value}
      type="button"
      aria-pressed={filter === value}
      onClick={() => {
        choose(value);
      }}
    >
      {value !== undefined && (
        <span class={`verdict light ${value}`} aria-hidden="true">
          {signs[value]}
        </span>
      )}{' '}
      {value ?? 'all'} {count}
    </button>
  );
  return (
    <div class="row" role="group" aria-label="Show">
      {choice(undefined, lights.length)}
      {present.map((each) => choice(each, countOf(each)))}
    </div>
  );
}

/**
 * Moves the focus between lights: arrow keys to the next or previous light, Home and End to the first or
 * last.
 */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.light')].filter(
    (each) => each.closest('details:not([open])') === null,
  );
  const at = all.findIndex((each) => each === document.activeElement);
  const to: Readonly<Record<string, number>> = {
    ...{ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 },
    ...{ Home: 0, End: all.length - 1 },
  };
  const next = to[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
}

interface AboutProps {
  readonly light: Light;
  readonly run: RunState;
  readonly close: (nothing: undefined) => void;
}

/** Shows details of one obligation, with the results of its scenarios. */
function LightAbout({ light: { id, title, said, scenarios, ...light }, run, close }: AboutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const leave = (): void => {
    document.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();
    close(undefined);
  };
  return (
    <section
      class="about"
      aria-labelledby="run-about"
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <h3 id="run-about" ref={heading} tabIndex={-1}>
        <span translate={false}>
          {id} {title}
        </span>
        : {stateOf(light)}
      </h3>
      <Said said={said} scenarios={scenarios} />
      <p class="row">
        <ObligationActions id={id} run={run} />
        <button type="button" onClick={leave}>
          Close
        </button>
      </p>
    </section>
  );
}

function Said({ said, scenarios }: Pick<Light, 'said' | 'scenarios'>) {
  return (
    <>
      <p>
        Scenarios that have begun: {said.length} of {scenarios}.
      </p>
      <ul>
        {said.map(({ number, name, verdict, message }) => (
          <li key={number}>
            <span translate={false}>{name}</span>{' '}
            {verdict === undefined ? 'runs now' : <VerdictMark verdict={verdict} />}
            {message !== undefined && verdict !== 'passed' && <pre translate={false}>{message}</pre>}
          </li>
        ))}
      </ul>
    </>
  );
}
