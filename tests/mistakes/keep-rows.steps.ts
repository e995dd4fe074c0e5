import { After } from '@cucumber/cucumber';
import type { MistakeWorld } from '../../steps/mistakes/world';
import { keptRows } from './rows';

After(function (this: MistakeWorld) {
  keptRows.push({ id: this.obligation.id, ...this.slip });
});
