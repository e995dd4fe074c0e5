import type { ClientName } from '../../exchange/exchange';
import { clientIdentifierKinds } from '../../exchange/exchange';
import type { ClientClues } from './client-clues';

/** More than so many answers to one question answer nothing. */
const most = 64;

/**
 * Answers that were told to questions. It keeps the smallest few of each, so that it is the same in whatever order they
 * were told.
 */
class ToldAnswers {
  readonly #answers = new Map<string, Set<string>>();
  readonly #most: number;

  constructor(mostAnswers = most) {
    this.#most = mostAnswers;
  }

  tell(question: string, answer: string): void {
    const known = this.#answers.get(question) ?? new Set<string>();
    this.#answers.set(question, known);
    if (known.has(answer)) return;
    known.add(answer);
    // One more than counts is kept, which shows that there were too many.
    if (known.size > this.#most + 1) known.delete([...known].sort().at(-1) ?? '');
  }

  /** Returns all answers; an empty list if there were too many. */
  of(question: string): readonly string[] {
    const known = this.#answers.get(question);
    return known === undefined || known.size > this.#most ? [] : [...known];
  }

  /** Returns the number of answers to a question, up to one more than the maximum. */
  count(question: string): number {
    return this.#answers.get(question)?.size ?? 0;
  }

  get questions(): Iterable<string> {
    return this.#answers.keys();
  }
}

/** The client of an exchange, before it has a name that reports may contain. */
export interface ClientIdentity {
  readonly by: ClientName['by'];
  readonly id: string;
}

/** The identity of exchanges that do not identify their client. */
export const unidentifiedClient: ClientIdentity = { by: 'nothing', id: 'unidentified' };

/** In front of the name that an earlier recording gave: no id can begin so, and none can pass for such a name. */
export const recordedMark = '\u0000';

/**
 * What is known of the clients of traffic. It is the same in whatever order exchanges are noted. What two clients were
 * seen with tells of neither.
 */
export class ClientDirectory {
  readonly #told = {
    /** By what clients are known: one and another are all that matters. */
    known: new ToldAnswers(1),
    /** Client ids in the claims of tokens. */
    claimed: new ToldAnswers(),
    /** Those in tokens that were granted to other ones: here claims do not name who a token was granted to. */
    disowned: new ToldAnswers(),
    /** Tokens, with the client ids to which they were granted. */
    grants: new ToldAnswers(),
    /** Client secrets, with the clients whose session requests contained them. */
    secrets: new ToldAnswers(),
    bridges: new ToldAnswers(),
    sources: new ToldAnswers(),
    cycles: new ToldAnswers(),
  };

  note(clues: ClientClues): void {
    const { id, claimed, granted, grantedTo, secret, bridge, source, cycle, receiver } = clues;
    const own = ownOf(clues);
    if (id === undefined && claimed !== undefined && receiver === undefined)
      this.#told.claimed.tell(claimed, '');
    else if (own !== undefined) this.#told.known.tell(own.by, own.id);
    if (granted !== undefined && id !== undefined) this.#told.grants.tell(granted, id);
    if (grantedTo !== undefined && id !== undefined && grantedTo !== id)
      this.#told.disowned.tell(grantedTo, id);
    if (own === undefined || receiver !== undefined || !tellsOthers(own)) return;
    const key = `${own.by} ${own.id}`;
    if (secret !== undefined && id !== undefined) this.#told.secrets.tell(secret, key);
    if (bridge !== undefined) this.#told.bridges.tell(bridge, key);
    if (source !== undefined) this.#told.sources.tell(source, key);
    if (cycle !== undefined) this.#told.cycles.tell(cycle, key);
  }

  /** Whether more than one client id was seen. */
  get isSeveral(): boolean {
    return this.#told.known.count('client id') > 1 || this.#fewIds().length > 1;
  }

  /**
   * The client that all of the traffic is of; `undefined` where there are several. Where one client id alone was seen,
   * all is that client's: a token may have been granted before the recording began.
   */
  get sole(): ClientIdentity | undefined {
    if (this.isSeveral) return undefined;
    const [only] = this.#fewIds();
    if (only !== undefined) return { by: 'client id', id: only };
    const by = clientIdentifierKinds.find((each) => this.#told.known.count(each) > 0);
    if (by === undefined) return unidentifiedClient;
    const [id] = this.#told.known.of(by);
    return id === undefined ? undefined : { by, id };
  }

  clientOf(clues: ClientClues): ClientIdentity {
    return this.sole ?? this.resolve(clues);
  }

  /** By what an exchange tells, and by what others tell of that; as if there were several clients. */
  resolve(clues: ClientClues): ClientIdentity {
    const { recorded, id, claimed, secret, bridge, source, receiver, cycle } = clues;
    if (recorded !== undefined) return ofRecording(recorded);
    const bridged = this.#onlyOne('bridges', bridge);
    const ofCycle = this.#onlyOne('cycles', cycle);
    if (receiver !== undefined) return ofCycle ?? bridged ?? { by: 'callback address', id: receiver };
    if (id !== undefined) return { by: 'client id', id };
    if (claimed !== undefined && !this.#isDisowned(claimed)) return { by: 'client id', id: claimed };
    return (
      this.#ofToken(clues, ofCycle) ??
      this.#onlyOne('secrets', secret) ??
      bridged ??
      named('bridge id', bridge) ??
      ofCycle ??
      this.#onlyOne('sources', source) ??
      named('source address', source) ??
      unidentifiedClient
    );
  }

  #isDisowned(claimed: string): boolean {
    return this.#told.disowned.count(claimed) > 0;
  }

  /** Client ids of sessions and claims, up to two of them. */
  #fewIds(): string[] {
    const ids = new Set(this.#told.known.of('client id'));
    for (const claimed of this.#told.claimed.questions) {
      if (!this.#isDisowned(claimed)) ids.add(claimed);
      if (ids.size > 1) break;
    }
    return [...ids];
  }

  /** The client to which a token was granted, or else the token itself; one that may be shared is that of its cycle. */
  #ofToken({ token, shared }: ClientClues, ofCycle: ClientIdentity | undefined): ClientIdentity | undefined {
    if (token === undefined) return undefined;
    const own = this.#granted(token);
    return own.by === 'token' && shared === true ? (ofCycle ?? own) : own;
  }

  #granted(token: string): ClientIdentity {
    const [id, another] = this.#told.grants.of(token);
    return id === undefined || another !== undefined ? { by: 'token', id: token } : { by: 'client id', id };
  }

  /** The one client that was seen with something. */
  #onlyOne(
    part: 'secrets' | 'bridges' | 'sources' | 'cycles',
    about: string | undefined,
  ): ClientIdentity | undefined {
    const seen = about === undefined ? [] : this.#told[part].of(about).map((key) => this.#clientIn(key));
    const [first] = seen;
    if (first === undefined || (first.by === 'client id' && this.#isDisowned(first.id))) return undefined;
    return seen.every(({ by, id }) => by === first.by && id === first.id) ? first : undefined;
  }

  #clientIn(key: string): ClientIdentity {
    const by = clientIdentifierKinds.find((each) => key.startsWith(`${each} `)) ?? 'nothing';
    const id = key.slice(by.length + 1);
    return by === 'token' ? this.#granted(id) : { by, id };
  }
}

/** By what an exchange itself names its client. */
function ownOf({
  recorded,
  id,
  claimed,
  token,
  shared,
  bridge,
  source,
  receiver,
}: ClientClues): ClientIdentity | undefined {
  if (recorded !== undefined) return recorded.by === 'nothing' ? undefined : ofRecording(recorded);
  if (receiver !== undefined) return { by: 'callback address', id: receiver };
  return (
    named('client id', id ?? claimed) ??
    (shared === true ? undefined : named('token', token)) ??
    named('bridge id', bridge) ??
    named('source address', source)
  );
}

/** Its id without what tells whether an earlier recording gave it. */
export const plainId = ({ id }: ClientIdentity): string =>
  id.startsWith(recordedMark) ? id.slice(recordedMark.length) : id;

/** The client that an earlier recording named. */
function ofRecording({ by, label }: ClientName): ClientIdentity {
  return by === 'nothing' ? unidentifiedClient : { by, id: `${recordedMark}${label}` };
}

function named(by: ClientIdentity['by'], id: string | undefined): ClientIdentity | undefined {
  return id === undefined ? undefined : { by, id };
}

/** A bridge and an address may be those of several clients: only what is surer says whose they are. */
const tellsOthers = ({ by }: ClientIdentity): boolean => by === 'client id' || by === 'token';
