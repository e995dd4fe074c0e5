import type { ExchangeView } from '../../wire/inspect';
import { t } from '../strings';

/** A name of the page's own, and what the exchange says. */
export type Term = readonly [name: string, value: string];

/** What an exchange is, in few words. */
export function summaryTerms(view: ExchangeView): Term[] {
  const { url, status, failureDetail, sender, service, operation, meant, flaw } = view;
  const failure = failureDetail && `${failureDetail.kind}, ${failureDetail.code}: ${failureDetail.message}`;
  return present([
    [t('inspect.address'), url],
    [t('inspect.answer'), status === undefined ? undefined : String(status)],
    [t('inspect.noAnswer'), failure],
    [t('inspect.sender'), t(`inspect.senders.${sender}`)],
    [t('inspect.service'), service],
    [t('inspect.operation'), operation],
    [t('inspect.meant'), meant],
    [t('inspect.asked'), askedText(view)],
    [t('inspect.stimulus'), view.stimulus],
    [t('inspect.call'), callText(view)],
    [t('inspect.scenario'), view.scenario],
    [t('inspect.client'), view.client],
    [t('inspect.broken'), flaw && `${flaw.kind}: ${flaw.code}`],
  ]);
}

/** When it was, and how long it took. */
export function timingTerms({ kind, arrivedAt, answeredAt, durationMs }: ExchangeView): Term[] {
  const taken = durationMs === undefined ? undefined : t('inspect.milliseconds', { count: durationMs });
  return present([
    [t('inspect.arrived'), kind === 'exchange' ? instantOf(arrivedAt) : undefined],
    [t('inspect.answered'), answeredAt === undefined ? undefined : instantOf(answeredAt)],
    [t('inspect.taken'), taken],
  ]);
}

/** Recordings of other tools may hold a time that no calendar has. */
export function instantOf(time: number): string {
  const instant = new Date(time);
  return Number.isNaN(instant.getTime()) ? String(time) : instant.toISOString();
}

function askedText({ asked }: ExchangeView): string | undefined {
  if (asked === undefined) return undefined;
  const { part, round, variant } = asked;
  return [t(`inspect.parts.${part}`), round, variant].filter(Boolean).join(' · ');
}

function callText({ call }: ExchangeView): string | undefined {
  if (call === undefined) return undefined;
  const where = call.answer === undefined ? '' : ` (#${call.answer})`;
  return `${t(call.over ? 'inspect.afterCall' : 'inspect.duringCall')} ${call.method}${where}`;
}

const present = (terms: readonly (readonly [string, string | undefined])[]): Term[] =>
  terms.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
