import { Then } from '@cucumber/cucumber';
import type { ObligationId } from '../support/obligations';
import type { ConformWorld } from '../support/world';

/** Defines a Then step that asserts an obligation on what the scenario saw. */
export function thenJudge(text: string, id: ObligationId): void {
  Then(text, function (this: ConformWorld) {
    this.judge(id);
  });
}
