import { Then } from '@cucumber/cucumber';

import type { ConformWorld } from '../support/world';

/** Defines a Then step that asserts an obligation on what the scenario saw. */
export function thenJudge(text: string, id: string): void {
  Then(text, function (this: ConformWorld) {
    this.judge(id);
  });
}
