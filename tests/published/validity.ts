import type { Members } from '../../support/contract/json';
import { tool } from './tools';

/** What two kept programs and a linter say of an OpenAPI document. */
export interface Verdict {
  readonly seriousme: boolean;
  /** Errors by rule, and warnings with the place of each. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

interface Seriousme {
  readonly Validator: new () => { validate(document: Members): Promise<{ readonly valid: boolean }> };
}

interface Problem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly location: readonly { readonly pointer?: string }[];
}

interface Redocly {
  readonly createConfig: (about: { readonly extends: readonly string[] }) => Promise<unknown>;
  readonly lintFromString: (about: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: unknown;
  }) => Promise<readonly Problem[]>;
}

const folder = 'bench/contract-tools';

/** By @seriousme/openapi-schema-validator, and by Redocly with its recommended rules, `struct` among them. */
export async function verdictOn(document: Members): Promise<Verdict> {
  const { Validator } = tool(folder, '@seriousme/openapi-schema-validator') as Seriousme;
  const { createConfig, lintFromString } = tool(folder, '@redocly/openapi-core') as Redocly;
  // The validator changes what it is given.
  const { valid } = await new Validator().validate(structuredClone(document));
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const told = (severity: Problem['severity']): string[] =>
    problems
      .filter((each) => each.severity === severity)
      .map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer ?? ''}`);
  return { seriousme: valid, errors: told('error'), warnings: told('warn') };
}
