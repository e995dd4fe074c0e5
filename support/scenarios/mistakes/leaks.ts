import type { Evidence, LogLine } from '../../exchange/evidence';
import { LeakSearch, leakFinder } from '../../exchange/finders';
import type { RawExchange } from '../../exchange/raw-exchange';
import { encryptCorrectly } from './encryptions';
import { fieldFinderWith, fieldKeys, plantedWith } from './field-keys';
import { recordExamples } from './judge-example';
import { withHeader, withMembers } from './change-request';
import type { Phrases } from './phrases';
import { readPhrase } from './phrases';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

/** Where a text can stand that belongs into no such place. */
type LeakPlace = 'URL' | 'header' | 'body' | 'log';

const leaks: Phrases<ExamplePair> = {
  '"<value>" in the URL': (text) => leakSlip(text, 'URL'),
  '"<value>" in the header': (text) => leakSlip(text, 'header'),
  '"<value>" in the body': (text) => leakSlip(text, 'body'),
  '"<value>" in the log': (text) => leakSlip(text, 'log'),
};

/** Reads a leak as features write it: `"738201" in the URL`. Throws for unknown words. */
export const leakNamed = (words: string): ExamplePair =>
  readPhrase(leaks, words, 'leak of an OTP verification');

const otp = { id: 'otp-1', kind: 'otp', value: '738201' } as const;
const nationalId = { id: 'national-id-1', kind: 'national-id', value: '278812345678' } as const;

/** An OTP that is verified rightly, and the same with a text in one more place. */
export function leakSlip(text: string, place: LeakPlace): ExamplePair {
  const keys = fieldKeys();
  const planted = plantedWith(keys, otp, nationalId);
  const search = new LeakSearch(() => planted);
  const finders = [leakFinder(search), fieldFinderWith(keys, planted)];
  const body = { otp: encryptCorrectly(otp.value, keys), txnId: keys.txnId };
  const right = withMembers(rightRequest('otp.verify'), body);
  const evidence = recordExamples([right], finders);
  const wrong =
    place === 'log'
      ? [...evidence, lineOf(text, search, evidence.length + 1)]
      : recordExamples([put[place](right, text)], finders);
  return { right: evidence, wrong };
}

const put: Readonly<Record<Exclude<LeakPlace, 'log'>, (raw: RawExchange, text: string) => RawExchange>> = {
  URL: (raw, text) => ({ ...raw, request: { ...raw.request, url: raw.request.url + text } }),
  header: (raw, text) => {
    const [name = '', value = ''] = text.split(': ');
    return withHeader(raw, name, value);
  },
  body: (raw, text) => withMembers(raw, { remarks: text }),
};

function lineOf(text: string, search: LeakSearch, seq: number): Evidence & LogLine {
  const found = search.find(text, 'log');
  const leaks = found.length > 0 ? found : search.findMasked(text, 'log');
  return { seq, kind: 'log line', arrivedAt: Date.now(), facts: { leaks } };
}
