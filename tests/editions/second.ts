import type { Described, Edition } from '../../support/editions/edition';
import { editionOfSuite } from '../../support/editions/edition';
import { editionNameOf } from '../../support/contract/source';
import { contractObligations } from '../../support/obligations';
import { bareSessionAddress, oneMore } from '../one-more/session-address';

const source = {
  date: '2027-03-01',
  digest: `sha256:${'0123456789abcdef'.repeat(4)}`,
  title: 'The next one',
};

/** A second edition, as it might come. */
export const secondName = editionNameOf(source);

/** What it demands besides. */
export const newer = oneMore.map((each) => ({ ...each, since: secondName }));

export const first: Edition = editionOfSuite();

const named = (edition: Edition): Edition => ({ ...edition, ...source, name: secondName });

/** To the first one an obligation was added, and nothing else is different. */
export const grown: Edition = named(editionOfSuite([...contractObligations.all, ...newer]));

const session = first.operations['session.create'];

/** An obligation was added, and sessions are made elsewhere and with one more header. */
export const second: Edition = {
  ...grown,
  operations: {
    ...first.operations,
    'session.create': {
      ...session,
      path: '/api/hiecm/gateway/v4/sessions',
      headers: [...(session?.headers as readonly string[]), 'X-TRACE'],
    },
  },
};

/** Leaves out one entry. */
export function without(described: Described, name: string): Described {
  return Object.fromEntries(Object.entries(described).filter(([each]) => each !== name));
}

export const newId = bareSessionAddress.id;
