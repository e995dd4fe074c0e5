import type { CurveForm } from '../../../contract/readings';
import type { DecryptAsk } from './ask';

export function preparedAsks(_form: CurveForm): DecryptAsk[] {
  return [];
}
