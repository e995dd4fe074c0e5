import type { LogLine } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { maskedEncoding } from '../../exchange/finders';
import { defineHome, placesAt } from '../judge/home';
import { eachExchange } from '../judge/judge';

const keptInLog = 'the value is written to a log, which keeps it in plain text';

/** The encodings that show a part of a value only. */
const ofParts: readonly string[] = [maskedEncoding, 'first digits'];

/**
 * Clause 6.3.4: a declaration, which a log can refute, because a log is stored. Other evidence cannot refute it: a value
 * in a request, a URL or a header may have been sent without being stored.
 */
export const nothingStoredPlain = defineHome({
  id: 'ENC-16',
  clauses: ['6.3.4'],
  quote: 'Plaintext national-ID numbers and OTPs are never logged or stored.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'declared',
  title: 'National-ID numbers and OTPs are not stored in plain text',
  rule: 'The integrator stores no national-ID number and no OTP in plaintext.',
  absences: 'only a value in a log contradicts the declaration',
  latitude: 'a person declares it',
  causes: [keptInLog],
  on: ['log'],
  follows: ['ENC-09'],
  tells: placesAt('fact leaks'),
  contradicts: eachExchange<LogLine>((line) => {
    const whole = (line.facts.leaks ?? []).filter(({ encoding }) => !ofParts.includes(encoding));
    if (whole.length === 0) return undefined;
    return {
      breach: {
        sent: nameEvidence(line),
        expected: 'logs without national-ID numbers and OTPs',
        seen: whole.map(({ planted, place, encoding }) => `${planted} (${encoding}) in ${place}`).join('; '),
        cause: keptInLog,
      },
    };
  }),
});
