import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { harOf } from '../../traffic/har-file';
import type { Random } from '../../traffic/seeded';
import { trafficLineOf } from '../../traffic/traffic-log';
import type { FileForm, TrafficShape } from './shape';

/** Changes a value by each layer. Each layer gets the same numbers, whether there are other layers or not. */
function through<Of>(
  layers: readonly ((value: Of, random: Random, wire: WireRecord) => Of)[],
  values: readonly Of[],
  records: readonly WireRecord[],
  random: () => Random,
): readonly Of[] {
  return layers.reduce((all, change) => {
    const numbers = random();
    return records.flatMap((wire, at) => {
      const value = all[at];
      return value === undefined ? [] : [change(value, numbers, wire)];
    });
  }, values);
}

/**
 * Writes the files of recorded exchanges.
 *
 * @param random returns a new generator, which makes the same numbers each time
 */
export function filesOf(
  shape: TrafficShape,
  records: readonly WireRecord[],
  random: () => Random,
): readonly Buffer[] {
  const recorded = through(shape.recorded, records, records, random);
  const parts = shape.divided?.(recorded, random()) ?? [recorded];
  return parts.map((part) => {
    const text = shape.texts.reduce<string>(
      (own, change) => change(own, shape.form),
      textOf(shape, part, random),
    );
    return shape.bytes.reduce<Buffer>((own, change) => change(own), Buffer.from(text));
  });
}

function textOf(shape: TrafficShape, records: readonly WireRecord[], random: () => Random): string {
  const { form } = shape;
  if (isHar(form)) {
    const { log } = harOf(records, { creator: 'generated' });
    const entries = [...through(shape.entries, log.entries, records, random)];
    if (form === 'HAR entries') return JSON.stringify(entries);
    return JSON.stringify({ log: shape.logs.reduce((own, change) => change(own), { ...log, entries }) });
  }
  const plain = records.map(({ source, ...each }) => trafficLineOf(each));
  const lines = shape.collected.reduce<readonly string[]>(
    (own, change) => change(own),
    through(shape.lines, plain, records, random).map((line) => JSON.stringify(line)),
  );
  return form === 'log list' ? `[${lines.join(',\n')}]` : lines.map((line) => `${line}\n`).join('');
}

/** Whether a file of this form holds entries of HAR, and not lines of a log. */
export const isHar = (form: FileForm): boolean => form === 'HAR' || form === 'HAR entries';
