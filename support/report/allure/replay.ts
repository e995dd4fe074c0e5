import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import type { IFormatterOptions } from '@cucumber/cucumber';
import type { Envelope } from '@cucumber/messages';
import { HookType } from '@cucumber/messages';
import { Query } from '@cucumber/query';
import AllureReporter from 'allure-cucumberjs/reporter';
import type { FixtureResult, TestResult } from 'allure-js-commons';
import { InMemoryWriter } from 'allure-js-commons/sdk/reporter';

/** A scenario as Allure's reporter for Cucumber tells it: its statuses are not those of the suite yet. */
export interface ReplayedScenario {
  readonly test: TestResult;
  /** The hooks around it. */
  readonly befores: readonly FixtureResult[];
  readonly afters: readonly FixtureResult[];
}

/** What the reporter made of all messages. */
export interface Replayed {
  /** By location, as in `features/session/session-answer.feature:12`: the results name scenarios by it. */
  readonly scenarios: ReadonlyMap<string, ReplayedScenario>;
  /** Contents by name. */
  readonly attachments: Readonly<Record<string, Buffer>>;
}

/** Sends the messages of a run through allure-cucumberjs, which keeps what it makes of them in memory. */
export function replay(envelopes: readonly Envelope[]): Replayed {
  const writer = new InMemoryWriter();
  const eventBroadcaster = new EventEmitter();
  new AllureReporter(optionsFor(envelopes, eventBroadcaster, writer));
  const query = new Query();
  const scenarios = new Map<string, ReplayedScenario>();
  for (const envelope of envelopes) {
    query.update(envelope);
    eventBroadcaster.emit('envelope', envelope);
    const pickle = envelope.testCaseFinished && query.findPickleBy(envelope.testCaseFinished);
    const test = writer.tests.at(-1);
    if (pickle === undefined || test === undefined) continue;
    const own = writer.groups.filter(({ children }) => children.includes(test.uuid));
    scenarios.set(`${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`, {
      test,
      befores: own.flatMap(({ befores }) => befores),
      afters: own.flatMap(({ afters }) => afters),
    });
  }
  return { scenarios, attachments: writer.attachments };
}

/**
 * What the reporter takes from Cucumber beside its messages: its hooks, whose messages have their ids and kinds too. A
 * formatter that is driven by hand has no terminal, no snippets and no World of its own, so that those are left out.
 */
function optionsFor(
  envelopes: readonly Envelope[],
  eventBroadcaster: EventEmitter,
  writer: InMemoryWriter,
): IFormatterOptions {
  const hooks = envelopes.flatMap(({ hook }) => hook ?? []);
  const ofType = (wanted: HookType) =>
    hooks.filter(({ type }) => type === wanted).map(({ id, name = 'hook' }) => ({ id, name }));
  const options = {
    cwd: process.cwd(),
    eventBroadcaster,
    parsedArgvOptions: { writer },
    log: () => undefined,
    cleanup: () => Promise.resolve(),
    stream: new Writable(),
    supportCodeLibrary: {
      beforeTestCaseHookDefinitions: ofType(HookType.BEFORE_TEST_CASE),
      afterTestCaseHookDefinitions: ofType(HookType.AFTER_TEST_CASE),
      beforeTestRunHookDefinitions: [],
      afterTestRunHookDefinitions: [],
    },
  };
  return options as unknown as IFormatterOptions;
}
