import type { MessageTurn, Turn } from './turns';

/** Makes another conversation of one that is right. */
export type TurnsEdit = (turns: readonly Turn[]) => readonly Turn[];

type What = Turn['what'];
type Resource = Readonly<Record<string, unknown>>;

const isMessage = (turn: Turn): turn is MessageTurn => 'bundle' in turn;

/** The messages of one kind. */
export const messagesIn = (turns: readonly Turn[], what: What): readonly MessageTurn[] =>
  turns.filter(isMessage).filter((each) => each.what === what);

export const without =
  (what: What): TurnsEdit =>
  (turns) =>
    turns.filter((each) => each.what !== what);

/** The first turn of one kind goes before another. */
export const before =
  (what: What, other: What): TurnsEdit =>
  (turns) => {
    const moved = turns.filter((each) => each.what === what);
    const rest = turns.filter((each) => each.what !== what);
    return rest.flatMap((each) => (each.what === other ? [...moved, each] : [each]));
  };

/** Other members of the messages of one kind. */
export const editMessages =
  (what: What, change: (turn: MessageTurn) => Partial<MessageTurn>): TurnsEdit =>
  (turns) =>
    turns.map((each) => (each.what === what && isMessage(each) ? { ...each, ...change(each) } : each));

/** Puts the JSON text of each message of one kind into a JSON string, before the message is sealed. */
export const writtenTwice = (what: What): TurnsEdit =>
  editMessages(what, () => ({ slips: [{ part: 'content', slip: 'JSON in a JSON text' }] }));

export const body =
  (members: Resource): TurnsEdit =>
  (turns) =>
    turns.map((each) => ('body' in each ? { ...each, body: { ...each.body, ...members } } : each));

/** What the provider says of its cycles, in their order; the last word goes for all that follow. */
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

/** Another thing in place of what a message is about; the parties beside it stay. */
export const about = (what: What, change: (resource: Resource) => Resource): TurnsEdit =>
  editMessages(what, ({ bundle }) => {
    const { entry = [], ...rest } = bundle as { entry?: readonly { resource: Resource }[] };
    const [first, ...others] = entry;
    const resource = change(first?.resource ?? {});
    return { bundle: { ...rest, entry: [{ ...first, resource }, ...others] } };
  });

/** Nothing but one resource in a message. */
export const alone = (what: What, ...resources: readonly Resource[]): TurnsEdit =>
  editMessages(what, () => ({
    bundle: {
      resourceType: 'Bundle',
      type: 'collection',
      entry: resources.map((resource) => ({ resource })),
    },
  }));

/** Every occurrence of a text in the bundles of one kind. */
export const written = (what: What, old: string, other: string): TurnsEdit =>
  editMessages(what, ({ bundle }) => ({
    bundle: JSON.parse(
      JSON.stringify(bundle).replaceAll(old, () => JSON.stringify(other).slice(1, -1)),
    ) as object,
  }));
