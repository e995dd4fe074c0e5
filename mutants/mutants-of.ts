import type { Obligation } from '../support/obligations';
import { specimens } from './catalogue';
import type { Mutant } from './mutant';

/** Returns the mutants that break an obligation. Mutants that break few other obligations come first. */
export function mutantsOf({ id }: Pick<Obligation, 'id'>): Mutant[] {
  return specimens
    .filter((each): each is Mutant => each.kind === 'mutant')
    .filter(({ breaks }) => (breaks as readonly string[]).includes(id))
    .sort((one, other) => one.breaks.length - other.breaks.length);
}

/** Maximum number of mistakes that are listed for an obligation. */
const mostMistakes = 6;

/** Returns mistakes that break an obligation, one sentence each: the stories of its mutants. */
export function mistakesOf(obligation: Pick<Obligation, 'id'>): string[] {
  return mutantsOf(obligation)
    .slice(0, mostMistakes)
    .map(({ story }) => story);
}
