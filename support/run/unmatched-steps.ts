import type { Envelope, GherkinDocument, Step, StepDefinition } from '@cucumber/messages';
import { TestStepResultStatus as Status } from '@cucumber/messages';

/** A step of a scenario that no step definition matches, or that several match. */
export interface UnmatchedStep {
  readonly status: 'undefined' | 'ambiguous';
  /** The step with its keyword, as in `When the suite creates a session`. */
  readonly text: string;
  /** The place of the step, as in `features/session/session-answer.feature:12`. */
  readonly place: string;
  /** The step definitions that Cucumber suggests for an undefined step. */
  readonly snippets: readonly string[];
  /** The expressions that match an ambiguous step, each with its place. */
  readonly definitions: readonly string[];
}

interface PlacedStep {
  readonly text: string;
  readonly place: string;
}

/** Finds the steps without exactly one definition in Cucumber's messages, which must come in their order. */
export class UnmatchedStepReader {
  /** Maps the id of a step in a feature file to its keyword and line. */
  readonly #written = new Map<string, Step>();
  readonly #steps = new Map<string, PlacedStep>();
  /** Maps the id of a test step to the id of the step that it runs, and to its definitions. */
  readonly #matched = new Map<string, { readonly stepId: string; readonly definitions: readonly string[] }>();
  readonly #definitions = new Map<string, StepDefinition>();
  readonly #snippets = new Map<string, readonly string[]>();

  /** Reads one message. Returns the step that it reports as undefined or ambiguous, if it reports one. */
  read(envelope: Envelope): UnmatchedStep | undefined {
    const { gherkinDocument, pickle, testCase, stepDefinition, suggestion, testStepFinished } = envelope;
    for (const step of stepsIn(gherkinDocument)) this.#written.set(step.id, step);
    for (const step of pickle?.steps ?? []) {
      const { keyword = '', location } = this.#written.get(step.astNodeIds[0] ?? '') ?? {};
      const place = `${pickle?.uri.replaceAll('\\', '/')}:${location?.line ?? 0}`;
      this.#steps.set(step.id, { text: `${keyword}${step.text.replaceAll('\n', '\\n')}`, place });
    }
    for (const { id, pickleStepId, stepDefinitionIds = [] } of testCase?.testSteps ?? [])
      if (pickleStepId !== undefined)
        this.#matched.set(id, { stepId: pickleStepId, definitions: stepDefinitionIds });
    if (stepDefinition !== undefined) this.#definitions.set(stepDefinition.id, stepDefinition);
    if (suggestion !== undefined)
      this.#snippets.set(
        suggestion.pickleStepId,
        suggestion.snippets.map(({ code }) => code),
      );
    if (testStepFinished === undefined) return undefined;
    return this.#unmatched(testStepFinished.testStepId, testStepFinished.testStepResult.status);
  }

  #unmatched(testStepId: string, result: Status): UnmatchedStep | undefined {
    if (result !== Status.UNDEFINED && result !== Status.AMBIGUOUS) return undefined;
    const { stepId, definitions } = this.#matched.get(testStepId) ?? { stepId: '', definitions: [] };
    const step = this.#steps.get(stepId);
    if (step === undefined) return undefined;
    return {
      ...step,
      status: result === Status.UNDEFINED ? 'undefined' : 'ambiguous',
      snippets: this.#snippets.get(stepId) ?? [],
      definitions: definitions.map((id) => definitionText(this.#definitions.get(id))),
    };
  }
}

/** Describes the step in one line, with the beginning of the suggested or the matching definitions. */
export function unmatchedStepLine({ status, text, place, snippets, definitions }: UnmatchedStep): string {
  const matches = status === 'undefined' ? snippets.map(firstLine) : definitions;
  const remedy = status === 'undefined' ? 'Cucumber suggests' : 'several definitions match:';
  return `a step is ${status}: ${text} (${place})${matches.length === 0 ? '' : `; ${remedy} ${matches.join(' or ')}`}`;
}

/** Describes the step as Cucumber's own formatters do: with each suggested definition in full. */
export function unmatchedStepBlock(step: UnmatchedStep): string {
  const { status, text, place, snippets, definitions } = step;
  const head = `? ${text} # ${place}`;
  const below =
    status === 'undefined'
      ? ['Undefined. Implement with the following snippet:', '', ...snippets.flatMap(linesOf)]
      : ['Multiple step definitions match:', ...definitions.map((each) => `  ${each}`)];
  return [head, ...below.map((line) => (line === '' ? '' : `    ${line}`))].join('\n');
}

const linesOf = (code: string): string[] => code.split('\n');

/** Returns the first line of a snippet without the start of the function body: `When('the suite waits')`. */
const firstLine = (code: string): string =>
  (linesOf(code)[0] ?? '').replace(/, (?:async )?function.*$/, ', …)');

function definitionText(definition: StepDefinition | undefined): string {
  const { uri = '', location } = definition?.sourceReference ?? {};
  return `${definition?.pattern.source ?? ''} (${uri.replaceAll('\\', '/')}:${location?.line ?? 0})`;
}

function stepsIn(document: GherkinDocument | undefined): readonly Step[] {
  const parts = (document?.feature?.children ?? []).flatMap((child) => child.rule?.children ?? [child]);
  return parts.flatMap(({ background, scenario }) => (background ?? scenario)?.steps ?? []);
}
