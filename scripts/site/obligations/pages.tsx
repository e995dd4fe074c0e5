import { renderToString } from 'preact-render-to-string';
import type { Obligation } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import { areaTitle } from '../../../support/report/areas';
import type { Page } from '../page';
import { obligationPath } from './address';
import { Demand } from './demand';
import { Examples } from './examples';
import type { Stories } from './mistakes';
import { Mistakes } from './mistakes';
import { ShownBy } from './shown-by';
import type { Words, WordsOfAll } from './words';

/** What pages of obligations are made of, beside their homes. */
export interface Knowledge {
  readonly words: WordsOfAll;
  readonly stories: Stories;
}

/** One page an obligation, in the order of the contract. */
export function obligationPages(knowledge: Knowledge): Page[] {
  return contractObligations.all.map((obligation) => pageOf(obligation, knowledge));
}

function pageOf(obligation: Obligation, { words, stories }: Knowledge): Page {
  const { id, title, area } = obligation;
  const own = words[id];
  if (own === undefined) throw new Error(`docs/site/obligations.yml does not say how to fix ${id}`);
  const body = renderToString(
    <>
      <Demand obligation={obligation} />
      <Examples obligation={obligation} />
      <Fix words={own} />
      <Mistakes obligation={obligation} stories={stories.of(id)} met={own.met ?? []} />
      <ShownBy obligation={obligation} />
    </>,
  );
  const path = obligationPath(id);
  const group = areaTitle(area);
  return { path, title: `${id} ${title}`, section: 'obligations', group, body, wide: true };
}

function Fix({ words: { fix } }: { readonly words: Words }) {
  return (
    <>
      <h2 id="how-to-fix-it">How to fix it</h2>
      <p>{fix.trim()}</p>
    </>
  );
}
