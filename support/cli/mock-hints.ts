import { unnamedCmId } from '../contract/constants';
import { formatCount } from '../contract/format-count';
import { isAccepted, intendedOperation } from '../exchange/exchange';
import type { Exchange } from '../exchange/exchange';
import type { MockRecord } from '../mock/arriving-request';
import type { ConfiguredValue } from '../run/foreign-value-words';
import { foreignValueText } from '../run/foreign-value-words';
import { foreignValuesIn } from '../run/foreign-values';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import type { Target } from '../targets/target';
import type { LiveHint } from './live-lines';
import type { Renaming } from './rename-variables';

/** The variables in which the mock hands out its values. */
const variableOf = {
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  otp: 'TEST_OTP',
  txnId: 'TEST_TXN_ID',
  dummyPayerToken: 'DUMMY_PAYER_TOKEN',
} as const;

/** The places in which a user finds the values of the mock. */
interface HandingOut {
  /** The file of `--variables`; `undefined` if the mock printed its values. */
  readonly file?: string | undefined;
  /** Whether the mock started the client, and gave it the variables. */
  readonly servesCommand: boolean;
  /** Maps names of variables to the names that the user wants instead. */
  readonly renaming: Renaming;
  /** Maps each variable with a secret value to the variable of the environment that holds this value. */
  readonly hidden: ReadonlyMap<string, string>;
  /** Whether the provider's id was configured in a target file. */
  readonly knowsProvider: boolean;
}

interface HintParts extends HandingOut {
  readonly target: Target;
}

/**
 * Finds the values in a client's requests that are not those of the mock: a wrong secret, or a token of the real
 * sandbox. Such a value does not break the contract, so it does not change any verdict.
 */
export class MockHints {
  readonly #parts: HintParts;
  readonly #bySeq = new Map<number, LiveHint[]>();
  readonly #told = new Set<ConfiguredValue>();
  readonly #pending = new Set<Promise<void>>();
  readonly #refused = new Map<'clientId' | 'clientSecret', number>();
  #sessions = 0;
  #granted = 0;

  constructor(parts: HintParts) {
    this.#parts = parts;
  }

  /** Watches the requests that reach the mock. */
  watch(played: PlayedServices): void {
    played.onSeen((seen, exchange) => {
      this.#count(exchange);
      const looking = this.#look(seen, exchange, played).finally(() => this.#pending.delete(looking));
      this.#pending.add(looking);
    });
  }

  /** Returns the hints on an exchange. */
  of(seq: number): readonly LiveHint[] {
    return this.#bySeq.get(seq) ?? [];
  }

  /** Forgets the hints that were printed, because a mock may run for days. */
  forget(seqs: readonly number[]): void {
    for (const seq of seqs) this.#bySeq.delete(seq);
  }

  /** Resolves when all requests that arrived so far were examined. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /**
   * Returns one sentence if the mock refused every session request because of its credentials; otherwise `undefined`.
   */
  get everySessionRefused(): string | undefined {
    const counts = [...this.#refused.entries()];
    const refused = counts.reduce((sum, [, count]) => sum + count, 0);
    if (this.#sessions === 0 || this.#granted > 0 || refused < this.#sessions) return undefined;
    const names = counts.map(([name]) => name).sort();
    const who =
      this.#sessions === 1
        ? 'the only session request'
        : `each of ${formatCount(this.#sessions, 'session request')}`;
    return `${who} had a wrong ${names.join(' or ')}`;
  }

  /** Returns {@link everySessionRefused} as a line, with the values to use instead. */
  get lastLine(): string | undefined {
    const why = this.everySessionRefused;
    if (why === undefined) return undefined;
    const names = [...this.#refused.keys()].sort();
    const fixes = names.map((name) => this.#expected(name)).join('; ');
    return `${why.charAt(0).toUpperCase()}${why.slice(1)}, and the mock refused it: ${fixes}.`;
  }

  #count(exchange: Exchange): void {
    if (intendedOperation(exchange) !== 'session.create') return;
    this.#sessions += 1;
    if (isAccepted(exchange)) this.#granted += 1;
  }

  async #look(seen: MockRecord, exchange: Exchange, { mock }: PlayedServices): Promise<void> {
    const { target, knowsProvider } = this.#parts;
    const values = (await foreignValuesIn(seen, exchange, { mock, target })).filter(
      (value) => knowsProvider || value !== 'sender',
    );
    const isRefusedSession = intendedOperation(exchange) === 'session.create' && !isAccepted(exchange);
    const hints = values.map((value): LiveHint => {
      if (isRefusedSession && (value === 'clientId' || value === 'clientSecret'))
        this.#refused.set(value, (this.#refused.get(value) ?? 0) + 1);
      const isFirst = !this.#told.has(value);
      this.#told.add(value);
      return { text: foreignValueText[value], ...(isFirst && { todo: this.#expected(value) }) };
    });
    if (hints.length > 0) this.#bySeq.set(exchange.seq, hints);
  }

  #expected(value: ConfiguredValue): string {
    const { cmId, participants } = this.#parts.target;
    switch (value) {
      case 'token':
        return 'create a session at this mock: it knows no token of another gateway or of an earlier mock';
      case 'cmId':
        return cmId === unnamedCmId
          ? 'the target is of production: use its consent-manager suffix'
          : `the mock expects ${cmId}`;
      case 'sender':
        return `the mock expects ${participants.provider} (participants.provider)`;
      default:
        return this.#handedOut(variableOf[value]);
    }
  }

  #handedOut(name: string): string {
    const { file, hidden, servesCommand, renaming } = this.#parts;
    const own = hidden.get(name);
    const as = renaming.get(name) ?? name;
    if (servesCommand) return `use the variable ${as}, which the mock gave the command`;
    if (file !== undefined) return `use ${as} in ${file}`;
    return own === undefined
      ? `use ${as} as printed at the start`
      : `use ${own} as in the environment of the mock`;
  }
}
