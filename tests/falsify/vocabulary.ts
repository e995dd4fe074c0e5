import { Writable } from 'node:stream';
import type { Argument } from '@cucumber/cucumber-expressions';
import { CucumberExpression, ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import type { Envelope } from '@cucumber/messages';
import { runFeatures } from '../../support/cli/cucumber/certify';

/** The text of a step's argument, and its place in the step. */
export interface Literal {
  readonly type: string;
  /** Index of the first character in the text of the step. */
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
  readonly text: string;
}

/** The step definitions and parameter types of the suite, as Cucumber reports them in a dry run. */
export class Vocabulary {
  readonly #expressions: readonly CucumberExpression[];
  readonly #types: ReadonlyMap<string, RegExp>;
  /** Maps the name of a parameter type to the arguments of this type in all features. */
  readonly #said = new Map<string, Set<string>>();

  constructor(envelopes: readonly Envelope[]) {
    const registry = new ParameterTypeRegistry();
    const types = envelopes.flatMap(({ parameterType }) => parameterType ?? []);
    for (const { name, regularExpressions } of types)
      registry.defineParameterType(
        new ParameterType(name, regularExpressions, null, (text: string) => text, false, false),
      );
    this.#types = new Map(
      types.map(({ name, regularExpressions }) => [
        name,
        new RegExp(`^(?:${regularExpressions.join('|')})$`),
      ]),
    );
    this.#expressions = envelopes
      .flatMap(({ stepDefinition }) => stepDefinition ?? [])
      .map(({ pattern }) => new CucumberExpression(pattern.source, registry));
    for (const { pickle } of envelopes)
      for (const { text } of pickle?.steps ?? [])
        for (const literal of this.literalsIn(text))
          this.#said.set(literal.type, (this.#said.get(literal.type) ?? new Set()).add(literal.text));
  }

  /** Returns the arguments of a step. The list is empty if no step definition matches, or more than one. */
  literalsIn(text: string): readonly Literal[] {
    const [found, ...others] = this.#matches(text);
    return others.length > 0 ? [] : (found?.args ?? []).map(literalOf);
  }

  /** Returns texts of the step with another value for one argument. All match the same step definition. */
  otherwise(text: string, literal: Literal): readonly string[] {
    return this.#others(literal)
      .map((other) => replaced(text, literal, other))
      .filter((altered) => this.#isSameStep(text, altered));
  }

  /** Returns a text of the step for each quoted word of an argument: the last letter of the word is another one. */
  misspelt(text: string, literal: Literal): readonly { readonly word: string; readonly text: string }[] {
    return quotedWordsIn(literal.text)
      .map(({ word, start, end }) => ({
        word,
        text: replaced(text, literal, replaced(literal.text, { start, end }, withOtherEnd(word))),
      }))
      .filter((each) => this.#isSameStep(text, each.text));
  }

  /** Returns the Cucumber expression of a step, or `undefined` if no step definition matches, or more than one. */
  definitionOf(text: string): string | undefined {
    const [found, ...ambiguous] = this.#matches(text);
    return ambiguous.length > 0 ? undefined : found?.source;
  }

  #isSameStep(text: string, altered: string): boolean {
    const definition = this.definitionOf(altered);
    return definition !== undefined && definition === this.definitionOf(text);
  }

  #matches(text: string): readonly { readonly source: string; readonly args: readonly Argument[] }[] {
    return this.#expressions.flatMap((expression) => {
      const args = expression.match(text);
      return args === null ? [] : [{ source: expression.source, args }];
    });
  }

  #others({ type, text }: Literal): readonly string[] {
    const pattern = this.#types.get(type);
    const alternatives = (pattern?.source.slice(4, -2).split('|') ?? []).map((each) =>
      each.replaceAll('\\', ''),
    );
    const all = [...madeUp(type, text), ...(this.#said.get(type) ?? []), ...alternatives];
    return [...new Set(all)].filter((other) => other !== text && (pattern?.test(other) ?? true));
  }
}

function literalOf({ parameterType, group }: Argument): Literal {
  const { start = 0, end = 0 } = group;
  const { value } = group;
  return { type: parameterType.name ?? '', start, end, text: value };
}

/** Returns values that do not occur anywhere: another number, or the argument with one word replaced. */
function madeUp(type: string, text: string): readonly string[] {
  if (type === 'int') return [String(Number(text) + 1000)];
  if (type === 'status') return ['199', '599'];
  if (/^"v[\d.]+"$/.test(text)) return ['"v1"', '"v2"', '"v3"', '"v4"'];
  return quotedWordsIn(text).map((place) => replaced(text, place, '"banana"'));
}

/** The words in double quotes, with the quotes, and their places in the text. */
const quotedWordsIn = (text: string): readonly { word: string; start: number; end: number }[] =>
  [...text.matchAll(/"[^"]+"/g)].map(({ index, 0: word }) => ({
    word,
    start: index,
    end: index + word.length,
  }));

const replaced = (text: string, { start, end }: Pick<Literal, 'start' | 'end'>, other: string): string =>
  text.slice(0, start) + other + text.slice(end);

/** Returns a quoted word with another last character, such as `"grantTypq"` for `"grantType"`. */
const withOtherEnd = (word: string): string =>
  word.replace(/(.)"$/, (_all, last) => (last === 'q' ? 'z"' : 'q"'));

/** Loads the step definitions, and the arguments of all steps in the features. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const envelopes: Envelope[] = [];
  const nowhere = (): Writable =>
    new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
  await runFeatures(
    { paths: ['features/**/*.feature'], dryRun: true },
    { stdout: nowhere(), stderr: nowhere() },
    (envelope) => envelopes.push(envelope),
  );
  return new Vocabulary(envelopes);
}
