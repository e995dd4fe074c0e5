import type { JSX } from 'preact';
import { linkToExchange } from '../../exchange/text';
import type { CycleStep, CycleTimeline } from '../../judging/cycle-timeline';
import { timeSinceCycleStart } from '../../judging/cycle-timeline';
import type { PartContext } from './text';
import { TextWithLinks } from './text';

const columnWidth = 250;
const rowHeight = 46;
const top = 44;

interface CycleProps {
  readonly cycle: CycleTimeline;
  /** The exchanges that are to stand out. */
  readonly marked: ReadonlySet<number>;
  readonly around: PartContext;
}

/** A payer cycle as a drawn sequence, and as a list for those who cannot see it. */
export function CycleView({ cycle, marked, around }: CycleProps): JSX.Element {
  const { correlationId, steps } = cycle;
  return (
    <figure class="cycle">
      <figcaption>
        Cycle <code>{correlationId}</code>
      </figcaption>
      <div class="drawing" tabIndex={0} role="group" aria-label={`Drawing of cycle ${correlationId}`}>
        <Drawing cycle={cycle} marked={marked} />
      </div>
      <details>
        <summary>The same as a list</summary>
        <ol>
          {steps.map((step) => (
            <li>
              <TextWithLinks text={linkToExchange(step.seq)} around={around} />{' '}
              {tookText(cycle, step, 'after ')}, {step.from} to {step.to}: <code>{step.message}</code> (
              {step.answer})
            </li>
          ))}
        </ol>
      </details>
    </figure>
  );
}

interface DrawingProps {
  readonly cycle: CycleTimeline;
  readonly marked: ReadonlySet<number>;
}

function Drawing({ cycle, marked }: DrawingProps): JSX.Element {
  const { steps, correlationId } = cycle;
  const parties = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  const middle = (party: string): number => columnWidth * (parties.indexOf(party) + 0.5);
  const [width, height] = [Math.max(columnWidth * parties.length, 380), top + rowHeight * steps.length + 12];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
      <title>{`${steps.length} messages of cycle ${correlationId}`}</title>
      {parties.map((party) => (
        <g>
          <text class="party" x={middle(party)} y={18} text-anchor="middle">
            {party}
          </text>
          <line class="life" x1={middle(party)} y1={26} x2={middle(party)} y2={height} />
        </g>
      ))}
      {steps.map((step, index) => {
        const y = top + rowHeight * index + 22;
        const [start, end] = [middle(step.from), middle(step.to)];
        const back = end < start ? 1 : -1;
        return (
          <g class={marked.has(step.seq) ? 'message telling' : 'message'}>
            <text x={(start + end) / 2} y={y - 6} text-anchor="middle">
              {shorten(step.message)}
            </text>
            <line x1={start} y1={y} x2={end} y2={y} />
            <path d={`M ${end} ${y} l ${8 * back} -4 l 0 8 z`} />
            <text class="aside" x={(start + end) / 2} y={y + 13} text-anchor="middle">
              {`#${step.seq}, ${step.answer}, ${tookText(cycle, step, '+')}`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** When a message was sent, as in `+7 ms`. */
function tookText(cycle: CycleTimeline, step: CycleStep, before: string): string {
  const took = timeSinceCycleStart(cycle, step);
  return took === undefined ? 'at an unknown time' : `${before}${took}`;
}

/** What fits between two life lines; the list has the whole. */
function shorten(message: string): string {
  const short = message.replace(/^POST \/(v\d+\/)?/, '');
  return short.length > 38 ? `${short.slice(0, 37)}…` : short;
}
