import { nonceForm } from '../cli/option-values';
import type { RunOptions } from '../cli/run';
import { runSettingsFrom } from '../cli/run';
import { processWithEnv } from '../cli/surroundings';
import type { Exchange } from '../exchange/exchange';
import type { Certification, CertifyEvent, CertifyOptions, Outcome } from './api';
import { certifyInProcess } from './certify-in-process';
import type { OptionKinds } from './check-options';
import {
  abortSignal,
  checkOptions,
  oneOfKind,
  nonEmptyTextsKind,
  textKind,
  variablesFor,
  variablesKind,
  libraryOutcomeOf,
} from './check-options';
import { Budget } from '../run/budget';
import type { RunEvent } from '../run/run-events';
import { resolveObligationIds } from '../run/resolve-obligation-ids';

const kinds: OptionKinds<CertifyOptions> = {
  target: textKind,
  profileKey: textKind,
  subject: oneOfKind('integrator', 'service'),
  only: nonEmptyTextsKind,
  waivers: textKind,
  nonce: { is: (value) => typeof value === 'string' && nonceForm.is(value), words: nonceForm.words },
  reports: textKind,
  environment: variablesKind,
  signal: abortSignal,
};

type Tell = (event: CertifyEvent) => void;

/**
 * Runs a certification in this process and writes its reports, as `conform run` does, but prints nothing.
 * Never throws: mistakes in the options or the target reject `outcome` with a ConfigurationError.
 */
export function certify(options: CertifyOptions = {}): Certification {
  const events = new EventStream<CertifyEvent>();
  const budget = new Budget();
  const stop = () => {
    budget.stop();
  };
  const outcome = run(options, budget, (event) => {
    events.tell(event);
  }).finally(() => {
    events.end();
  });
  // Mark a rejection as handled. Otherwise, a caller that only iterates the events would crash with an
  // unhandled rejection.
  outcome.catch(() => undefined);
  return {
    outcome,
    pause: () => {
      budget.pause();
    },
    resume: () => {
      budget.resume();
    },
    stop,
    [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
  };
}

async function run(options: CertifyOptions, budget: Budget, tell: Tell): Promise<Outcome> {
  // Reject an explicit `target: undefined`: it would silently run a self-test instead of certifying a target.
  checkOptions(options, kinds, 'certify', ['target']);
  const { signal } = options;
  const stop = () => {
    budget.stop();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    return await certified(options, budget, tell);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function certified(options: CertifyOptions, budget: Budget, tell: Tell): Promise<Outcome> {
  const { results, folder } = await certifyInProcess(
    runSettingsFrom(askedFor(options), processWithEnv(variablesFor(options))),
    {
      budget,
      follow: (event) => {
        const told = toldOf(event);
        if (told !== undefined) tell(told);
      },
    },
  );
  const outcome = libraryOutcomeOf(results);
  tell({ type: 'finished', outcome, folder });
  return outcome;
}

function askedFor({
  signal: _signal,
  only,
  target,
  environment: _variables,
  profileKey: _key,
  ...options
}: CertifyOptions): RunOptions {
  return {
    ...options,
    profile: 'certification',
    ...(target === undefined ? { selfTest: true } : { target }),
    ...(only !== undefined && { only: resolveObligationIds(only, 'only') }),
  };
}

/**
 * Converts an internal run event to a public event. Returns `undefined` if the event is for internal use
 * only.
 */
function toldOf(event: RunEvent): CertifyEvent | undefined {
  switch (event.type) {
    case 'scenario-started':
      return { type: event.type, name: event.scenario.name, number: event.number, of: event.of };
    case 'scenario-finished': {
      const { type, scenario, verdict, message } = event;
      const { name, obligations } = scenario;
      return { type, name, obligations, verdict, ...(message !== undefined && { message }) };
    }
    case 'exchange':
      return event.evidence.kind === undefined ? exchangeEvent(event.evidence) : undefined;
    default:
      return undefined;
  }
}

function exchangeEvent({ seq, sender, service, operation, request, response }: Exchange): CertifyEvent {
  return {
    type: 'exchange',
    ...{ seq, sender, method: request.method },
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    ...(response !== undefined && { status: response.status }),
  };
}

/** Queue of events for a single reader. It buffers events until the reader asks for them. */
class EventStream<Event> implements AsyncIterable<Event> {
  readonly #kept: Event[] = [];
  #isEnded = false;
  #wake = Promise.withResolvers<undefined>();

  tell(event: Event): void {
    this.#kept.push(event);
    this.#wake.resolve(undefined);
  }

  end(): void {
    this.#isEnded = true;
    this.#wake.resolve(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      for (let event = this.#kept.shift(); event !== undefined; event = this.#kept.shift()) yield event;
      if (this.#isEnded) return;
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}
