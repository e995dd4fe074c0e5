import type { WireRecord } from '../../../../support/exchange/raw-exchange';
import type { DayHabits } from '../../../traffic/long-day/habits';
import type { Random } from '../../../traffic/seeded';
import type { Dimension, DimensionValue } from '../../dimension';
import type { TrafficPart } from '../shape';

export type DayDimension = Dimension<TrafficPart>;
type DayValue = DimensionValue<TrafficPart>;

/** Returns a value that changes nothing. */
export const usual = (words: string): DayValue => ({ words, allowedBy: '' });

/** Returns a value that changes how the parties of a day behave. */
export const behaving = (
  words: string,
  allowedBy: string,
  change: (own: DayHabits) => Partial<DayHabits>,
): DayValue => ({
  words,
  allowedBy,
  change: () => ({ habits: [(own) => ({ ...own, ...change(own) })] }),
});

/** Returns a value that changes a group of habits. */
export const behavingIn = <Group extends 'token' | 'certificates' | 'cycles'>(
  group: Group,
  words: string,
  allowedBy: string,
  change: Partial<DayHabits[Group]>,
): DayValue => behaving(words, allowedBy, (own) => ({ [group]: { ...own[group], ...change } }));

type WireRequest = WireRecord['request'];
type WireResponse = NonNullable<WireRecord['response']>;

/** Whether a request goes to a client of a generated day. All other requests come from a client. */
export const isCallback = ({ url }: WireRequest): boolean => new URL(url).host.startsWith('clinic-');

/** Returns a value that changes the requests of clients. */
export const sending = (
  words: string,
  allowedBy: string,
  change: (request: WireRequest, random: Random) => Partial<WireRequest>,
): DayValue => ({
  words,
  allowedBy,
  change: () => ({
    wire: [
      (exchange, random) => {
        const { request } = exchange.wire;
        if (isCallback(request)) return exchange;
        return {
          ...exchange,
          wire: { ...exchange.wire, request: { ...request, ...change(request, random) } },
        };
      },
    ],
  }),
});

/** Returns a value that changes the answers of services. */
export const answering = (
  words: string,
  allowedBy: string,
  change: (response: WireResponse, request: WireRequest) => Partial<WireResponse>,
): DayValue => ({
  words,
  allowedBy,
  change: () => ({
    wire: [
      (exchange) => {
        const { request, response } = exchange.wire;
        if (response === undefined || isCallback(request)) return exchange;
        const changed = { ...response, ...change(response, request) };
        return { ...exchange, wire: { ...exchange.wire, response: changed } };
      },
    ],
  }),
});

/** Returns a body with changed JSON; other bodies stay the same. */
export function changedJson(
  body: Buffer | undefined,
  change: (value: Readonly<Record<string, unknown>>) => object | string,
): { readonly body?: Buffer } {
  const text = body?.toString('utf8') ?? '';
  if (!text.startsWith('{')) return {};
  const changed = change(JSON.parse(text) as Readonly<Record<string, unknown>>);
  return { body: Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(changed)) };
}
