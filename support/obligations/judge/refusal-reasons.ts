import type { Exchange } from '../../exchange/exchange';
import { headerValue, isAccepted } from '../../exchange/exchange';
import { parseRedactedForm } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import type { Conclusion } from './judge';
import { maxListed } from './judge';

/** Statuses with another reason than a mistake in the request, each with this reason (RFC 9110). */
const otherReasons: Readonly<Record<number, string>> = {
  407: 'a proxy wants its own authentication',
  408: 'the request did not arrive in time',
  409: 'the request conflicts with an earlier one',
  421: 'the request reached the wrong host',
  423: 'something is locked, such as the account',
  425: 'the request came too early',
  429: 'a rate limit was exceeded',
  502: 'a proxy got no usable answer from the service',
  503: 'the service is not available',
  504: 'a proxy got no answer from the service in time',
};

/**
 * Returns why a service may have refused a request for another reason than the mistake in it; `undefined` if the answer
 * does not suggest such a reason.
 */
export function otherReasonOfRefusal(exchange: Exchange): string | undefined {
  const status = exchange.response?.status ?? 0;
  const isClientError = status >= 400 && status < 500;
  const isPage = isClientError && isHtmlPage(exchange);
  return otherReasons[status] ?? (isPage ? 'the body is a page of HTML, as firewalls send it' : undefined);
}

/**
 * Returns whether the body of an answer is a page of HTML: markup with the media type of HTML, or without a media type.
 * Other markup does not count, because some gateways report errors in XML.
 */
export function isHtmlPage({ response }: Exchange): boolean {
  const text = response?.body?.text ?? '';
  const isMarkup = text.trimStart().startsWith('<') || parseRedactedForm(text)?.kind === 'html';
  const type = headerValue(response?.headers ?? [], 'content-type') ?? '';
  return isMarkup && (type === '' || /html/i.test(type));
}

/** An answer that the document or the target names for a request with a mistake. */
export interface NamedRefusal {
  /** The named status. An answer with this status is always judged. */
  readonly status?: number | undefined;
  /** The reading that can name a status. */
  readonly reading?: 'stale-after' | 'encryption-rejection';
  /** Whether a kept judgement depends on words or a status that only the mistake under test causes. */
  readonly showsReason?: true;
}

/**
 * Returns why it is open whether a request was refused for the mistake in it; `undefined` if the request can be judged.
 *
 * @param twin the accepted request without the mistake; if both got a page of HTML, the page does not count
 */
export function whyReasonIsOpen(
  negative: Exchange,
  twin: Exchange,
  { status, reading }: NamedRefusal,
): string | undefined {
  if (negative.response?.status === status) return undefined;
  const isOddPage = isAccepted(negative) && isHtmlPage(negative) && !isHtmlPage(twin);
  const why = otherReasonOfRefusal(negative) ?? (isOddPage ? 'the body is a page of HTML' : undefined);
  if (why === undefined) return undefined;
  const advice = reading === undefined ? '' : ` (readings.${reading} says what is agreed)`;
  return `the reason may be another than the mistake in the request: ${why}${advice}`;
}

/**
 * Collects how requests with a mistake were refused. Equal refusals become one note, such as
 * `wrong-secret, unknown-client: refused with 400, the error envelope`.
 */
export class RefusedRequestNotes {
  readonly #variants = new Map<string, Set<string>>();

  /** @param how a description of the refusal, without the mistake */
  add(negative: Exchange, how: string): void {
    const variants = this.#variants.get(how);
    if (variants === undefined && this.#variants.size >= maxListed) return;
    this.#variants.set(how, (variants ?? new Set()).add(negative.asked?.variant ?? ''));
  }

  /** Returns the conclusion with a note for each kind of refusal. */
  addTo(conclusion: Conclusion): Conclusion {
    const notes: ReportText[] = [...this.#variants].map(
      ([how, variants]) => `${[...variants].join(', ')}: ${how}`,
    );
    return { ...conclusion, notes: [...conclusion.notes, ...notes] };
  }
}
