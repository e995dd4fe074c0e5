import type { MessageTurn, Turn } from './turns';

/** Returns a changed copy of a correct conversation. */
export type TurnsEdit = (turns: readonly Turn[]) => readonly Turn[];

type What = Turn['what'];
type Resource = Readonly<Record<string, unknown>>;

const isMessage = (turn: Turn): turn is MessageTurn => 'bundle' in turn;

/** Returns the messages of one kind. */
export const messagesIn = (turns: readonly Turn[], what: What): readonly MessageTurn[] =>
  turns.filter(isMessage).filter((each) => each.what === what);

/** Returns an edit that removes all turns of one kind. */
export const without =
  (what: What): TurnsEdit =>
  (turns) =>
    turns.filter((each) => each.what !== what);

/** Returns an edit that moves all turns of kind `what` to the place before each turn of kind `other`. */
export const before =
  (what: What, other: What): TurnsEdit =>
  (turns) => {
    const moved = turns.filter((each) => each.what === what);
    const rest = turns.filter((each) => each.what !== what);
    return rest.flatMap((each) => (each.what === other ? [...moved, each] : [each]));
  };

/** Returns an edit that replaces members of the messages of one kind. */
export const editMessages =
  (what: What, change: (turn: MessageTurn) => Partial<MessageTurn>): TurnsEdit =>
  (turns) =>
    turns.map((each) => (each.what === what && isMessage(each) ? { ...each, ...change(each) } : each));

/** Returns an edit that puts the JSON text of each message of one kind into a JSON string, before encryption. */
export const writtenTwice = (what: What): TurnsEdit =>
  editMessages(what, () => ({ slips: [{ part: 'content', slip: 'JSON in a JSON text' }] }));

/** Returns an edit that replaces members in the bodies of triggers and payment notices. */
export const body =
  (members: Resource): TurnsEdit =>
  (turns) =>
    turns.map((each) => ('body' in each ? { ...each, body: { ...each.body, ...members } } : each));

/**
 * Returns an edit that replaces the states that the provider reports, in their order. The last state applies to all
 * further reports.
 */
export const states =
  (...words: readonly string[]): TurnsEdit =>
  (turns) => {
    let next = 0;
    return turns.map((each) => {
      if (each.what !== 'state') return each;
      const state = words[Math.min(next, words.length - 1)] ?? each.state;
      next += 1;
      return { ...each, state };
    });
  };

/** Returns an edit that changes the first resource of a bundle, and keeps the other resources. */
export const about = (what: What, change: (resource: Resource) => Resource): TurnsEdit =>
  editMessages(what, ({ bundle }) => {
    const { entry = [], ...rest } = bundle as { entry?: readonly { resource: Resource }[] };
    const [first, ...others] = entry;
    const resource = change(first?.resource ?? {});
    return { bundle: { ...rest, entry: [{ ...first, resource }, ...others] } };
  });

/** Returns an edit that replaces the whole bundle by one with only these resources. */
export const alone = (what: What, ...resources: readonly Resource[]): TurnsEdit =>
  editMessages(what, () => ({
    bundle: {
      resourceType: 'Bundle',
      type: 'collection',
      entry: resources.map((resource) => ({ resource })),
    },
  }));

/** Returns an edit that replaces every occurrence of a text in the bundles of one kind. */
export const written = (what: What, old: string, other: string): TurnsEdit =>
  editMessages(what, ({ bundle }) => ({
    bundle: JSON.parse(
      JSON.stringify(bundle).replaceAll(old, () => JSON.stringify(other).slice(1, -1)),
    ) as object,
  }));
