import type { JSX } from 'preact';
import type { ObligationExamples, RecordedExample } from '../../support/explain/examples';
import type { Obligation } from '../../support/obligations';
import type { EvidencePlace } from '../../support/obligations/judge/home';
import { besideEach, ExchangeView } from '../../support/report/parts/exchange';
import { BreachView } from '../../support/report/parts/breach';
import { CycleView } from '../../support/report/parts/cycle';
import type { PartContext } from '../../support/report/parts/text';
import { TextWithLinks, renderPart } from '../../support/report/parts/text';
import { obligationHref } from './page';

const titles = { noted: 'Noted', right: 'Right', wrong: 'Wrong' } as const;

interface Side {
  readonly kind: keyof typeof titles;
  readonly story: string;
  readonly example: RecordedExample;
}

/**
 * Returns the examples section of an obligation's page. In it, exchanges that keep the obligation appear
 * beside exchanges that break it. Returns an empty list for an obligation without recorded examples, for
 * example because its page shows rows instead.
 */
export function exampleSection(obligation: Obligation, examples: ObligationExamples | undefined): string[] {
  if (examples === undefined) return [];
  const { right, wrong } = examples;
  const isNoted = obligation.level === 'observe';
  const sides: readonly Side[] = [
    {
      kind: isNoted ? 'noted' : 'right',
      story: 'Recorded of the suite’s own services and client.',
      example: right,
    },
    ...(wrong === undefined ? [] : [{ kind: 'wrong', story: wrong.story, example: wrong } as const]),
  ];
  const html = renderPart(
    <>
      <p>
        These exchanges were recorded and judged. The judge of this obligation looks at what is{' '}
        <mark class="same">underlined</mark>, and the difference between both sides is <mark>marked</mark>.
      </p>
      <div class="sides">
        {sides.map((side) => (
          <SideView side={side} other={sides.find((each) => each !== side)} places={obligation.tells ?? []} />
        ))}
      </div>
    </>,
  );
  // Put the HTML on one line: an empty line in recorded text would end the HTML block, and VitePress would
  // parse the rest as Markdown.
  return [
    `## ${isNoted ? 'What is noted' : 'Right and wrong'} {#right-and-wrong}`,
    html.replaceAll('\n', '&#10;'),
  ];
}

/** Number of exchanges that are expanded; later ones are collapsed. */
const open = 3;

interface SideProps {
  readonly side: Side;
  readonly other: Side | undefined;
  /** The places in the exchanges that show whether the subject keeps the obligation. */
  readonly places: readonly EvidencePlace[];
}

function SideView({ side: { kind, story, example }, other, places }: SideProps): JSX.Element {
  const { evidence, cycles, breach, notes } = example;
  const told = besideEach({ ...example, places }, other && { ...other.example, places });
  const anchorOf = (seq: number): string => `${kind}-${seq}`;
  const around: PartContext = {
    exchange: (seq) => evidence.find((each) => each.seq === seq),
    href: { obligation: obligationHref, exchange: (seq) => `#${anchorOf(seq)}` },
  };
  const marked = new Set(breach?.exchanges ?? evidence.map(({ seq }) => seq));
  return (
    <section class={`side ${kind}`} aria-label={titles[kind]}>
      <h3>{titles[kind]}</h3>
      <p>{story}</p>
      {evidence.map((each, index) => (
        <ExchangeView exchange={each} telling={[]} told={told} open={index < open} id={anchorOf(each.seq)} />
      ))}
      {cycles.slice(0, 1).map((cycle) => (
        <CycleView cycle={cycle} marked={marked} around={around} />
      ))}
      {notes.map((note) => (
        <p>
          <TextWithLinks text={note} around={around} />
        </p>
      ))}
      {/* Leave out the breach's list of exchanges: the section lists them above. */}
      {breach && <BreachView breach={{ ...breach, exchanges: [] }} row={{ places }} around={around} />}
    </section>
  );
}
