import type { JSX } from 'preact';
import { plainText } from '../../../support/exchange/text';
import { readExamples } from '../../../support/explain/examples';
import type { JudgedExample } from '../../../support/explain/judged-example';
import { judgeExample } from '../../../support/explain/judged-example';
import type { Obligation } from '../../../support/obligations';
import { ExampleCycle, ExampleExchange } from './exchange';
import { besideEach } from '../../../support/report/parts/beside-each';

/** How many exchanges of an example are shown; a cycle tells the others. */
const shown = 3;

/** How an obligation is kept, and beside it how it is broken. */
export function Examples({ obligation }: { readonly obligation: Obligation }): JSX.Element | null {
  const { right, wrong } = readExamples(obligation.area)[obligation.id] ?? {};
  if (right === undefined && wrong === undefined) return null;
  const isNoted = obligation.level === 'observe';
  const sides = [
    { kind: isNoted ? ('noted' as const) : ('right' as const), recorded: right },
    { kind: 'wrong' as const, recorded: wrong },
  ].flatMap(({ kind, recorded }) =>
    recorded === undefined ? [] : [{ kind, recorded, example: judgeExample(obligation, recorded) }],
  );
  return (
    <>
      <h2 id="right-and-wrong">{isNoted ? 'What is noted' : 'Right and wrong'}</h2>
      <p>
        These exchanges were recorded and judged. The judge of this obligation looks at what is{' '}
        <mark class="same">underlined</mark>, and the difference between both sides is <mark>marked</mark>.
      </p>
      <div class="sides">
        {sides.map(({ kind, recorded, example }) => (
          <Side
            kind={kind}
            example={example}
            story={recorded.story}
            other={sides.find((each) => each.kind !== kind)?.example}
          />
        ))}
      </div>
    </>
  );
}

const titles = { noted: 'Noted', right: 'Right', wrong: 'Wrong' } as const;

interface SideProps {
  readonly kind: keyof typeof titles;
  readonly example: JudgedExample;
  readonly other: JudgedExample | undefined;
  readonly story: string | undefined;
}

function Side({
  kind,
  example,
  other,
  story = 'Recorded of the suite’s own services and client.',
}: SideProps) {
  const { evidence, cycles, breach, notes } = example;
  const told = besideEach(example, other);
  const left = evidence.length - shown;
  return (
    <section class={`side ${kind}`} aria-label={titles[kind]}>
      <h3>{titles[kind]}</h3>
      <p class="story">{story}</p>
      {evidence.slice(0, shown).map((each) => (
        <ExampleExchange evidence={each} told={told} />
      ))}
      {left > 0 && (
        <p class="left">{left === 1 ? 'One more exchange shows' : `${left} more exchanges show`} the same.</p>
      )}
      {cycles.slice(0, 1).map((cycle) => (
        <ExampleCycle cycle={cycle} breach={breach} />
      ))}
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li>{plainText(note)}</li>
          ))}
        </ul>
      )}
      <Breach example={example} />
    </section>
  );
}

function Breach({ example: { breach } }: { readonly example: JudgedExample }) {
  if (breach === undefined) return null;
  const rows = [
    ['Sent', breach.sent],
    ['Expected', breach.expected],
    ['Seen', breach.seen],
    ['Likely cause', breach.cause],
  ] as const;
  return (
    <dl class="breach">
      {rows.map(([term, text]) => (
        <div>
          <dt>{term}</dt>
          <dd>{plainText(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
