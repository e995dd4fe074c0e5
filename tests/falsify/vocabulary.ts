import { Writable } from 'node:stream';
import type { Argument } from '@cucumber/cucumber-expressions';
import { CucumberExpression, ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import type { Envelope } from '@cucumber/messages';
import { runFeatures } from '../../support/cli/cucumber/certify';

/** What a step says in the place of one parameter. */
export interface Literal {
  readonly type: string;
  /** Where it stands in the text of the step. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The steps that features are written in, as Cucumber itself finds them in a dry run. */
export class Vocabulary {
  readonly #expressions: readonly CucumberExpression[];
  readonly #types: ReadonlyMap<string, RegExp>;
  /** What features say, by the type of the parameter. */
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

  /** The literals of a step; none where no step has such a text, or two have. */
  literalsIn(text: string): readonly Literal[] {
    const [found, ...others] = this.#matches(text);
    return others.length > 0 ? [] : (found?.args ?? []).map(literalOf);
  }

  /** Other texts of the step that say something else in one place, and that the same step takes. */
  otherwise(text: string, literal: Literal): readonly string[] {
    const [{ source } = { source: undefined }] = this.#matches(text);
    return this.#others(literal)
      .map((other) => text.slice(0, literal.start) + other + text.slice(literal.end))
      .filter((altered) => {
        const [same, ...ambiguous] = this.#matches(altered);
        return same !== undefined && ambiguous.length === 0 && same.source === source;
      });
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

/** Values that nothing has: another number, another word in each place of a word. */
function madeUp(type: string, text: string): readonly string[] {
  if (type === 'int') return [String(Number(text) + 1000)];
  if (type === 'status') return ['199', '599'];
  if (/^"v[\d.]+"$/.test(text)) return ['"v1"', '"v2"', '"v3"', '"v4"'];
  const words = [...text.matchAll(/"[^"]*"/g)];
  return words.map(
    ({ index, 0: word }) => `${text.slice(0, index)}"banana"${text.slice(index + word.length)}`,
  );
}

/** Loads the vocabulary, with all that the features of the contract say in it. */
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
