import { home } from '../judge/home';
import { encrypted, at } from '../judge/places';
import type { FieldFact } from '../../exchange/facts';
import { Tally, kept } from '../judge/judge';
import type { FieldCase } from '../fields/attribution';
import { attribute } from '../fields/attribution';
import { CharsetHistory } from '../fields/charset-history';
import { fieldsOf, isCiphertext, isMobile } from '../fields/fields';
import type { FieldTold } from '../fields/messages';
import { inField, rawCauses, tellRaw } from '../fields/messages';
import { onlyAfter } from '../judge/gate';
import { HashHistory } from '../fields/hash-history';
import { KeyHistory } from '../fields/key-history';

/** Why a field is not plain that should be. */
export const needlessCauses = {
  encrypted: 'every field, or every one of that name, is encrypted',
  encoded: 'the value is encoded, where the document has it as it is',
} as const;

/** Clause 2.4: a mobile number is encrypted where that is documented, and only there. Exercised by one of each kind. */
export const mobileAsDocumented = home({
  id: 'ENC-15',
  clauses: ['2.4'],
  quote: 'only when the field is documented as encrypted',
  subject: 'integrator',
  roles: ['identity'],
  level: 'must',
  seen: 'active',
  title: 'Mobile numbers are encrypted only where documented',
  rule:
    'A mobile number is encrypted in each field that is documented as encrypted, and in no other. ' +
    'This is exercised through fields.send, and without that offer the obligation is not-applicable.',
  causes: [...Object.values(rawCauses), ...Object.values(needlessCauses)],
  on: ['identity', 'registry'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04'],
  tells: [...encrypted('wanted', 'form', 'readable'), ...at('request body')],
  act: 'sendsFields',
  judge: (context) => {
    const tally = new Tally();
    const history = new HashHistory(context);
    const keys = new KeyHistory();
    const charsets = new CharsetHistory();
    const seen = new Set<FieldFact['wanted']>();
    return {
      observe(exchange) {
        for (const field of fieldsOf(exchange).filter(isMobile)) {
          const told = tellMobile({ field, sent: exchange, history, keys, charsets, context });
          if (told === undefined) continue;
          seen.add(field.wanted);
          tally.add(
            told === 'kept' ? kept : { breach: { ...inField(exchange, field), ...told } },
            exchange.seq,
          );
        }
      },
      conclude: () => onlyAfter(seen.size > 1, tally.conclude()),
    };
  },
});

function tellMobile(about: FieldCase): FieldTold | 'kept' | undefined {
  const { field } = about;
  if (field.wanted === 'plain') return isPlain(field) ? 'kept' : tellNeedless(field);
  const found = attribute('mobile', about);
  return found === 'broken' ? tellRaw(about) : found;
}

/** Whether a field that is to stay plain shows neither encryption nor encoding. */
export function isPlain(field: FieldFact): boolean {
  const encoded = field.readable !== undefined && field.readable.encoding !== 'raw';
  return !isCiphertext(field) && !encoded;
}

/** Something other than the plain value where that is wanted (clause 2.4). */
export function tellNeedless({ key, readable }: FieldFact): FieldTold {
  return {
    expected: 'the value as plaintext JSON: this field is not documented as encrypted',
    seen: key === undefined ? `the value as ${readable?.encoding ?? 'a ciphertext'}` : 'a ciphertext',
    cause: key === undefined && readable !== undefined ? needlessCauses.encoded : needlessCauses.encrypted,
  };
}
