import type { AuditedFile } from '../judging/results';

type Counts = Pick<AuditedFile, 'form' | 'exchanges' | 'others' | 'brokenCount'> & {
  readonly cut?: string | undefined;
};

/** Playwright's recordHar took these, too, before a HAR of their own could be asked for. */
const ofPages =
  "Playwright's recordHar keeps what pages ask, and not what context.request or request.newContext() ask: " +
  "await context.request.tracing.startHar('traffic.har', { content: 'embed' }) keeps that";

const elsewhere = 'Was the client configured for another address, or does the target name other paths?';

/** Why a source gave no exchange that could be judged; `undefined` where it gave some. */
export function whyNoExchange({ form, exchanges, others, brokenCount, cut }: Counts): string | undefined {
  if (exchanges > 0) return undefined;
  const what = form === 'har' ? 'entry' : 'line';
  if (form === 'wire') return 'no request came: is the client configured for these addresses?';
  if (others > 0) {
    const all = brokenCount > 0 ? 'what can be read of it' : 'all that it holds';
    return [
      `${all} has nothing to do with the contract.`,
      elsewhere,
      ...(form === 'har' ? [ofPages] : []),
    ].join(' ');
  }
  if (brokenCount > 0) return `no ${what} of it can be read`;
  if (cut !== undefined) return `it breaks off before its first ${what} ends`;
  if (form === 'har') return `its log.entries holds nothing: was it recorded? ${ofPages}`;
  return form === 'log' ? 'it is empty: was it rotated, or is the log written elsewhere?' : 'it is empty';
}
