import type { Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intended, isAccepted } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { whyMasked } from '../../exchange/masks';
import type { Judge, Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import type { Aspect, FieldCase } from '../fields/attribution';
import { attribute } from '../fields/attribution';
import { fieldsOf, maskedField, nameOf } from '../fields/fields';
import type { FieldTold } from '../fields/messages';
import { inField } from '../fields/messages';
import { CharsetHistory } from './charset-history';
import { onlyAfter } from '../judge/gate';
import { HashHistory } from '../fields/hash-history';
import { KeyHistory } from '../fields/key-history';

/** Whether the registry has accepted an OTP: by the operation for it, or as a field that it opened. */
export function acceptsOtp(exchange: Exchange): boolean {
  if (!isAccepted(exchange)) return false;
  if (intended(exchange) === 'otp.verify') return true;
  const { service, facts } = exchange;
  return (
    service === 'registry' && (facts.fields ?? []).some((field) => isOpened(field) && nameOf(field) === 'otp')
  );
}

/** Whether a field held one of the values that were given, whatever stood around it. */
export function isOpened({ wanted, plaintext }: FieldFact): boolean {
  return wanted === 'encrypted' && (plaintext?.equals !== undefined || (plaintext?.contains.length ?? 0) > 0);
}

interface FieldRuleOptions {
  /** The act without which nothing was kept. */
  readonly temptedBy?: (exchange: Exchange, context: RuleContext) => boolean;
  readonly facetOf?: (about: FieldCase) => string | undefined;
  /** What an answer without a ciphertext shows. */
  readonly unanswered?: (sent: Sent, charsets: CharsetHistory) => Judgement | undefined;
}

/** Facets by service, for `fieldRule`. */
export const byService = ({ sent }: FieldCase): string | undefined => sent.service;

/** Judges each field that is to be encrypted, by what the attribution finds. */
export function fieldRule(
  aspect: Aspect,
  tell: (about: FieldCase) => FieldTold,
  { temptedBy, facetOf, unanswered }: FieldRuleOptions = {},
): Judge<Sent> {
  return (context) => {
    const tally = new Tally();
    const history = new HashHistory(context);
    const keys = new KeyHistory();
    const charsets = new CharsetHistory();
    let tempted = temptedBy === undefined;
    return {
      observe(sent) {
        for (const field of fieldsOf(sent)) {
          if (field.wanted !== 'encrypted') continue;
          const about = { field, sent, history, keys, charsets, context };
          const found = attribute(aspect, about);
          if (found === undefined) continue;
          const judgement = found === 'kept' ? kept : { breach: { ...inField(sent, field), ...tell(about) } };
          tally.add(inFacets(judgement, facetOf?.(about)), sent.seq);
        }
        const judgement = unanswered?.(sent, charsets);
        if (judgement !== undefined) tally.add(judgement, sent.seq);
        charsets.observe(sent);
        if (sent.kind !== undefined) return;
        const masked = maskedField(sent);
        if (masked !== undefined) tally.add({ unjudged: whyMasked(masked) });
        tempted ||= temptedBy?.(sent, context) === true;
        history.observe(sent);
        keys.observe(sent);
      },
      conclude: () => onlyAfter(tempted, tally.conclude()),
    };
  };
}
