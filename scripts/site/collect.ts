import { specimens } from '../../mutants/catalogue';
import { AdapterCode, adapterPages } from './adapters/pages';
import { contentsPage, decisionsPage } from './contents';
import { documentPages } from './documents';
import { featurePages } from './features/pages';
import { landingPage } from './landing';
import type { Section } from './menu';
import { menuOf } from './menu';
import { obligationIndexes } from './obligations/indexes';
import { Stories } from './obligations/mistakes';
import { obligationPages } from './obligations/pages';
import { readWords } from './obligations/words';
import type { Page } from './page';
import { Sources } from './places';
import { schemaPages } from './schemas/pages';
import { sourcePages } from './sources';

/** Everything that the site shows, before it is HTML. */
export interface Site {
  readonly pages: readonly Page[];
  readonly sections: readonly Section[];
}

/** Puts the pages together from documents, homes, features, schemas and adapters. */
export function collectSite(): Site {
  const sources = new Sources();
  const adapters = new AdapterCode(sources);
  const documents = documentPages(sources);
  const knowledge = {
    words: readWords(),
    stories: new Stories(specimens),
    done: (id: string) => adapters.of(id),
  };
  const told = [
    landingPage(sources),
    decisionsPage(documents),
    ...documents,
    ...obligationIndexes(),
    ...obligationPages(knowledge),
    ...featurePages(),
    ...schemaPages(),
    ...adapterPages(sources, adapters),
  ];
  const sections = menuOf(told);
  return { pages: [...told, contentsPage(sections), ...sourcePages(sources)], sections };
}
