import { useEffect, useRef } from 'preact/hooks';
import { VerdictMark } from '../../report/parts/text';
import { Again } from './run-parts';
import type { Light, RunState } from './run-state';
import { stateOf } from './run-state';

interface Props {
  readonly light: Light;
  readonly run: RunState;
  readonly close: (nothing: undefined) => void;
}

/** What the scenarios of one obligation said. */
export function LightAbout({ light: { id, title, said, scenarios, ...light }, run, close }: Props) {
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
        <Again id={id} run={run} />
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
