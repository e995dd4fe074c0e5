import { After } from '@cucumber/cucumber';
import type { MistakeWorld } from '../../steps/mistakes/world';
import { keptRows, placeOf } from './rows';

After(function (this: MistakeWorld, { pickle }) {
  keptRows.push({ id: this.obligation.id, place: placeOf(pickle), ...this.slip });
});
