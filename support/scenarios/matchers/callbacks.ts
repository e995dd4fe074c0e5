import { decidedBeginnings } from '../../contract/cycle-beginnings';
import {
  EnvironmentError,
  NotApplicableError,
  NothingToCompareError,
  NotTestedError,
} from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference, isAccepted } from '../../exchange/exchange';
import { notTestedError, unsetReading } from '../../exchange/reason';
import { toPlainText } from '../../exchange/text';
import type { BegunBy } from '../../adapter/not-begun';
import { whyNotBegun } from '../../adapter/not-begun';
import type { ReadingValues } from '../../contract/readings';

/** A callback that the suite sent with one mistake, and the valid one that it is bound to. */
export interface OddCallback {
  readonly mistake: string;
  readonly callback?: Exchange;
  readonly twin?: Exchange;
}

/**
 * Finds the callback of a variant, which features call a mistake. Of several rounds, it is one that the client did not
 * refuse, or else one whose valid twin was accepted.
 */
export function oddCallback(exchanges: readonly Exchange[], variant: string, mistake: string): OddCallback {
  const staged = exchanges.filter(({ sender, service }) => sender === 'suite' && service === 'provider');
  const twinOf = (callback: Exchange): Exchange | undefined =>
    staged.findLast(
      ({ asked }) => asked?.part === 'valid' && asked.round === callback.asked?.round && asked.variant === '',
    );
  const found = staged.filter(({ asked }) => asked?.variant === variant);
  const bound = found.find((each) => isAccepted(twinOf(each) ?? each));
  const unrefused = found.find((each) => each.response !== undefined && !isSenderRefused(each));
  const callback = unrefused ?? bound ?? found[0];
  const twin = callback && twinOf(callback);
  return { mistake, ...(callback && { callback }), ...(twin && { twin }) };
}

/** What a Then about such a callback needs of the World. */
interface Expecting {
  readonly run: {
    readonly target: { readonly readings: ReadingValues };
    readonly evidence: BegunBy;
  };
  readonly odd: OddCallback | undefined;
  expect(isVisible: boolean, what: string): void;
}

/** A Then about one callback: what was not sent, or got no answer, says nothing of the provider. */
export function expectOf(world: Expecting, is: (odd: OddCallback) => boolean, what: string): void {
  const { odd } = world;
  if (odd === undefined) throw new Error('No callback sent yet: a When step must run first');
  requireAnswered(odd, world.run);
  world.expect(is(odd), what);
}

function requireAnswered({ mistake, callback }: OddCallback, { target, evidence }: Expecting['run']): void {
  if (callback?.response !== undefined) return;
  if (callback !== undefined)
    throw new NothingToCompareError(
      new EnvironmentError(`no answer came to ${toPlainText(exchangeReference(callback))} with ${mistake}`),
    );
  const unqueried = whyNotBegun(decidedBeginnings, evidence);
  if (mistake.includes('query') && unqueried !== undefined)
    throw new NotApplicableError(`the payer queries only preauthorizations and claims: ${unqueried}`);
  const { issuer, audience } = target.readings['callback-jwt'];
  const unstated = mistake.includes('audience') && audience === null ? 'audience' : undefined;
  const missing = unstated ?? (mistake.includes('issuer') && issuer === null ? 'issuer' : undefined);
  if (missing !== undefined)
    throw new NothingToCompareError(
      notTestedError(unsetReading(`the target states no ${missing}: set readings.callback-jwt`)),
    );
  throw new NothingToCompareError(new NotTestedError('not-exercised', `left out: ${mistake}`));
}

/** Whether a callback was refused, by what the status says of its sender. */
export function isSenderRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}
