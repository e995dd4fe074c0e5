import { specimens } from '../../mutants/catalogue';
import { contentsPage, decisionsPage } from './contents';
import { documentPages } from './documents';
import { featuresAndSchemas } from './features-and-schemas';
import { landingPage } from './landing';
import type { Section } from './menu';
import { menuOf } from './menu';
import { obligationIndexes } from './obligations/indexes';
import { Stories } from './obligations/mistakes';
import { obligationPages } from './obligations/pages';
import { readWords } from './obligations/words';
import type { Page } from './page';

/** Everything that the site shows, before it is HTML. */
export interface Site {
  readonly pages: readonly Page[];
  readonly sections: readonly Section[];
}

/** Puts the pages together from documents, homes, features and schemas. */
export function collectSite(): Site {
  const documents = documentPages();
  const knowledge = { words: readWords(), stories: new Stories(specimens) };
  const told = [
    landingPage(),
    decisionsPage(documents),
    ...documents,
    ...obligationIndexes(),
    ...obligationPages(knowledge),
    ...featuresAndSchemas(),
  ];
  const sections = menuOf(told);
  return { pages: [...told, contentsPage(sections)], sections };
}
