import type { Envelope } from '@cucumber/messages';
import { ScenarioCount } from '../cli/cucumber/scenario-count';
import type { RunOptions } from '../cli/run-command';
import { settingsOf } from '../cli/run-command';
import type { Evidence } from '../exchange/evidence';
import { ScenarioCollector } from '../judging/scenarios';
import { contractObligations } from '../obligations';
import type { ScenarioOutcome } from '../judging/verdict';
import { Halt } from '../run/allowance';
import { checkIds } from '../run/settings';
import type { Certification, CertifyEvent, CertifyOptions, Outcome } from './api';
import { certifyWith } from './certify-with';
import type { Kinds } from './check-options';
import { abortSignal, checkOptions, members, oneOf, text, texts } from './check-options';
import { EventStream } from './event-stream';
import { outcomeOf } from './outcome';

const kinds: Kinds<CertifyOptions> = {
  target: text,
  subject: oneOf('integrator', 'service'),
  only: texts,
  waivers: text,
  nonce: text,
  reports: text,
  environment: members,
  signal: abortSignal,
};

type Tell = (event: CertifyEvent) => void;

/**
 * Certifies as `conform run` does, in this process, and prints nothing. Its reports are written as those of the command.
 * What is wrong with the options or the target rejects `outcome` with a ConfigurationError.
 */
export function certify(options: CertifyOptions = {}): Certification {
  const events = new EventStream<CertifyEvent>();
  const halt = new Halt();
  const stop = () => {
    halt.stop();
  };
  const outcome = run(options, halt, (event) => {
    events.tell(event);
  }).finally(() => {
    events.end();
  });
  // Who reads the events alone learns of the end by them.
  outcome.catch(() => undefined);
  return {
    outcome,
    pause: () => {
      halt.pause();
    },
    resume: () => {
      halt.resume();
    },
    stop,
    [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
  };
}

async function run(options: CertifyOptions, halt: Halt, tell: Tell): Promise<Outcome> {
  checkOptions(options, kinds, 'certify');
  const { signal } = options;
  const stop = () => {
    halt.stop();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    return await certified(options, halt, tell);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function certified(options: CertifyOptions, halt: Halt, tell: Tell): Promise<Outcome> {
  const { results, folder } = await certifyWith(settingsOf(askedFor(options)), {
    halt,
    recorded: (evidence) => {
      if (evidence.kind === undefined) tell(exchangeEvent(evidence));
    },
    told: tellerOf(tell),
  });
  const outcome = outcomeOf(results);
  tell({ type: 'finished', outcome, folder });
  return outcome;
}

function askedFor({ signal: _signal, only, target, environment, ...options }: CertifyOptions): RunOptions {
  return {
    ...options,
    profile: 'certification',
    environment: { ...process.env, ...environment },
    ...(target === undefined ? { selfTest: true } : { target }),
    ...(only !== undefined && { only: checkIds(only, 'only') }),
  };
}

function exchangeEvent({
  seq,
  sender,
  service,
  operation,
  request,
  response,
}: Evidence & { readonly kind?: undefined }): CertifyEvent {
  return {
    type: 'exchange',
    ...{ seq, sender, method: request.method },
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    ...(response !== undefined && { status: response.status }),
  };
}

/** Tells of the scenarios as Cucumber does. */
function tellerOf(tell: Tell): (envelope: Envelope) => void {
  const count = new ScenarioCount();
  const scenarios = new ScenarioCollector();
  let [told, toldOwn] = [0, 0];
  return (envelope) => {
    count.observe(envelope);
    scenarios.observe(envelope);
    if (envelope.testCaseStarted !== undefined)
      tell({ type: 'scenario-started', name: count.current ?? '', number: count.begun, of: count.all });
    const { outcomes, ownOutcomes } = scenarios;
    for (const each of outcomes.slice(told)) tell(finished(each, each.tags.filter(isId)));
    // What puts the suite to the test is about no obligation of a subject.
    for (const each of ownOutcomes.slice(toldOwn)) tell(finished(each, []));
    [told, toldOwn] = [outcomes.length, ownOutcomes.length];
  };
}

const isId = (tag: string): boolean => contractObligations.find(tag) !== undefined;

function finished({ name, verdict, message }: ScenarioOutcome, obligations: readonly string[]): CertifyEvent {
  return { type: 'scenario-finished', name, obligations, verdict, ...(message !== undefined && { message }) };
}
