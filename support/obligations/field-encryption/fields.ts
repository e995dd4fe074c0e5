import type { ObligationId } from '..';
import type { Exchange } from '../../exchange/exchange';
import { intended } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAccepted } from '../judge/fates';
import type { RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { FieldCase } from '../fields/attribution';
import { attribute } from '../fields/attribution';
import { fieldsOf, isCiphertext, isMobile, nameOf } from '../fields/fields';
import type { Told } from '../fields/messages';
import {
  showField,
  tellBytes,
  tellForm,
  tellJoined,
  tellKey,
  tellPadding,
  tellRaw,
} from '../fields/messages';
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

/** Whether a field held one of the values that were given, whatever stood around it: that is ENC-07's. */
export function isOpened({ wanted, plaintext }: FieldFact): boolean {
  return wanted === 'encrypted' && (plaintext?.equals !== undefined || (plaintext?.contains.length ?? 0) > 0);
}

/** Judges each field that is to be encrypted, by what the attribution finds. */
function fieldRule(
  obligation: ObligationId,
  tell: (about: FieldCase) => Told,
  temptedBy?: (exchange: Exchange) => boolean,
): RuleFactory {
  return (context) => {
    const tally = new Tally(obligation);
    const history = new HashHistory(context);
    const keys = new KeyHistory();
    let tempted = temptedBy === undefined;
    return {
      observe(exchange) {
        for (const field of fieldsOf(exchange, context)) {
          if (field.wanted !== 'encrypted') continue;
          const about = { field, exchange, history, keys, context };
          const found = attribute(about);
          if (found.broken === obligation)
            tally.add({ breach: { sent: showField(exchange, field), ...tell(about) } }, exchange.seq);
          else if (found.kept.includes(obligation)) tally.add(kept, exchange.seq);
        }
        tempted ||= temptedBy?.(exchange) === true;
        history.observe(exchange);
        keys.observe(exchange);
      },
      conclude: () => onlyAfter(tempted, tally.conclude()),
    };
  };
}

/** Clause 2.4: no raw OTP. Exercised by one that the registry accepts. */
export const otpEncrypted = fieldRule('ENC-01', tellRaw, acceptsOtp);

/** Clause 2.4: no raw login id or national-ID number. */
export const identifiersEncrypted = fieldRule('ENC-02', tellRaw);

/** Clause 6.3.2: the standard Base64 of one raw ciphertext. */
export const fieldForm = fieldRule('ENC-03', tellForm);

/** Clause 4.2: each service's own key. */
export const ownKeyUsed = fieldRule('CRT-09', tellKey);

/** Clause 6.3.2: OAEP, with SHA-1 on a first attempt. */
export const oaepPadding = fieldRule('ENC-04', tellPadding);

/** Clause 6.3.4: one value in one plaintext. */
export const valuesSeparate = fieldRule('ENC-06', tellJoined);

/** Clause 6.3.2: the bare UTF-8 bytes. */
export const plaintextBare = fieldRule('ENC-07', tellBytes);

/** Clause 2.4: a mobile number is encrypted where that is documented, and only there. Exercised by one of each kind. */
export const mobileAsDocumented: RuleFactory = (context) => {
  const tally = new Tally('ENC-15');
  const history = new HashHistory(context);
  const keys = new KeyHistory();
  const seen = new Set<FieldFact['wanted']>();
  return {
    observe(exchange) {
      for (const field of fieldsOf(exchange, context).filter(isMobile)) {
        const told = tellMobile({ field, exchange, history, keys, context });
        if (told === undefined) continue;
        seen.add(field.wanted);
        const sent = showField(exchange, field);
        tally.add(told === 'kept' ? kept : { breach: { sent, ...told } }, exchange.seq);
      }
    },
    conclude: () => onlyAfter(seen.size > 1, tally.conclude()),
  };
};

function tellMobile(about: FieldCase): Told | 'kept' | undefined {
  const { field } = about;
  if (field.wanted === 'plain') return isPlain(field) ? 'kept' : tellNeedless(field);
  const { broken, kept: found } = attribute(about);
  if (broken === 'ENC-15') return tellRaw(about);
  return found.includes('ENC-15') ? 'kept' : undefined;
}

/** Whether a field that is to stay plain is so, as far as can be seen. */
export function isPlain(field: FieldFact): boolean {
  const encoded = field.readable !== undefined && field.readable.encoding !== 'raw';
  return !isCiphertext(field) && !encoded;
}

/** Something other than the plain value where that is wanted (clause 2.4). */
export function tellNeedless({ key, readable }: FieldFact): Told {
  return {
    expected: 'the value as plaintext JSON: this field is not documented as encrypted',
    got: key === undefined ? `the value as ${readable?.encoding ?? 'a ciphertext'}` : 'a ciphertext',
    likely: 'every field, or every one of that name, is encrypted',
  };
}
