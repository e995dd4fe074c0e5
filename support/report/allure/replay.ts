import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import type { IFormatterOptions } from '@cucumber/cucumber';
import type { Envelope, Pickle } from '@cucumber/messages';
import { HookType } from '@cucumber/messages';
import AllureReporter from 'allure-cucumberjs/reporter';
import type { FixtureResult, TestResult } from 'allure-js-commons';
import { InMemoryWriter } from 'allure-js-commons/sdk/reporter';

/** A scenario as Allure's reporter for Cucumber tells it: its statuses are not those of the suite yet. */
export interface ReplayedScenario {
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  readonly test: TestResult;
  /** The hooks around it. */
  readonly befores: readonly FixtureResult[];
  readonly afters: readonly FixtureResult[];
}

/** What the reporter made of all messages: scenarios by location, and the contents of their attachments by name. */
export interface Replayed {
  readonly scenarios: ReadonlyMap<string, ReplayedScenario>;
  readonly attachments: Readonly<Record<string, Buffer>>;
}

/** Sends the messages of a run through allure-cucumberjs, which keeps what it makes of them in memory. */
export function replay(envelopes: readonly Envelope[]): Replayed {
  const writer = new InMemoryWriter();
  const eventBroadcaster = new EventEmitter();
  new AllureReporter(optionsFor(envelopes, eventBroadcaster, writer));
  const locations = new Locations();
  const byTest = new Map<string, string>();
  for (const envelope of envelopes) {
    locations.observe(envelope);
    const before = writer.tests.length;
    eventBroadcaster.emit('envelope', envelope);
    const test = writer.tests.length > before ? writer.tests.at(-1) : undefined;
    const location = locations.of(envelope.testCaseFinished?.testCaseStartedId);
    if (test !== undefined && location !== undefined) byTest.set(test.uuid, location);
  }
  return { scenarios: gather(writer, byTest), attachments: writer.attachments };
}

function gather({ tests, groups }: InMemoryWriter, byTest: ReadonlyMap<string, string>) {
  const scenarios = tests.flatMap((test): [string, ReplayedScenario][] => {
    const location = byTest.get(test.uuid);
    if (location === undefined) return [];
    const own = groups.filter(({ children }) => children.includes(test.uuid));
    const befores = own.flatMap((group) => group.befores);
    return [[location, { location, test, befores, afters: own.flatMap(({ afters }) => afters) }]];
  });
  return new Map(scenarios);
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

/** Where the scenario stands that a test case came from; the results name scenarios by it. */
class Locations {
  readonly #pickles = new Map<string, Pickle>();
  readonly #cases = new Map<string, string>();
  readonly #started = new Map<string, string>();

  observe({ pickle, testCase, testCaseStarted }: Envelope): void {
    if (pickle) this.#pickles.set(pickle.id, pickle);
    if (testCase) this.#cases.set(testCase.id, testCase.pickleId);
    if (testCaseStarted) this.#started.set(testCaseStarted.id, testCaseStarted.testCaseId);
  }

  of(startedId: string | undefined): string | undefined {
    const pickle = this.#pickles.get(this.#cases.get(this.#started.get(startedId ?? '') ?? '') ?? '');
    if (pickle === undefined) return undefined;
    return `${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`;
  }
}
