import type { JSX } from 'preact';
import type { Evidence } from '../../../support/exchange/evidence';
import type { CycleSteps } from '../../../support/judging/cycles';
import type { PlacedBreach } from '../../../support/judging/verdict';
import type { Line } from '../../../support/report/parts/lines';
import type { Told } from '../../../support/report/parts/beside-each';

/** How long a line may be that does not tell; one that does is shown as reports show it. */
const most = 96;

interface ExchangeProps {
  readonly evidence: Evidence;
  readonly told: Told;
}

/** One exchange of an example, line by line; what tells is marked. */
export function ExampleExchange({ evidence, told }: ExchangeProps): JSX.Element {
  const { about, request, answer, facts } = told.linesOf(evidence);
  return (
    <div class="exchange">
      <p class="exchange-title">
        <span>#{evidence.seq}</span> {sidesOf(evidence)}
      </p>
      <pre>
        <Lines lines={request} told={told} />
        {answer.length > 0 && <span class="between">{'answer\n'}</span>}
        <Lines lines={answer} told={told} />
        <Found lines={[...about, ...facts].filter(({ marked }) => marked)} told={told} />
      </pre>
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly told: Told;
}

function Found({ lines, told }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <>
      <span class="between">{'found out while recording\n'}</span>
      <Lines lines={lines} told={told} />
    </>
  );
}

function Lines({ lines, told }: LinesProps) {
  return (
    <>
      {lines.map(({ text, depth, marked }) => (
        <span class="line">
          {'  '.repeat(depth)}
          {marked ? <mark class={told.isSame(text) ? 'same' : undefined}>{text}</mark> : cut(text)}
          {'\n'}
        </span>
      ))}
    </>
  );
}

const cut = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function sidesOf(evidence: Evidence): string {
  if (evidence.kind === 'log line') return 'a line of the log';
  if (evidence.kind !== undefined) return 'what the adapter returned';
  const { sender, service } = evidence;
  return `${sender} → ${sender === 'service' ? 'suite' : (service ?? 'integrator')}`;
}

/** The messages of a payer cycle, those marked that the breach names. */
export function ExampleCycle({
  cycle,
  breach,
}: {
  readonly cycle: CycleSteps;
  readonly breach?: PlacedBreach | undefined;
}) {
  return (
    <div class="cycle">
      <p class="exchange-title">
        Cycle <code>{cycle.correlationId}</code>
      </p>
      <ol>
        {cycle.steps.map(({ seq, from, to, message, answer }) => {
          const text = `${from} → ${to}: ${message} (${answer})`;
          return <li value={seq}>{breach?.exchanges.includes(seq) === true ? <mark>{text}</mark> : text}</li>;
        })}
      </ol>
    </div>
  );
}
