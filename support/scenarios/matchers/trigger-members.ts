import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { all } from './requests';
import { memberOf } from '../../contract/json';

/** What a member of a trigger has to say: one of some words, a form, or the id of the cycle that it is about. */
export type MemberWords =
  { readonly oneOf: readonly string[] } | { readonly form: RegExp } | { readonly ofSubmission: true };

const forms: Readonly<Record<string, RegExp>> = {
  'digits, "@" and a network suffix': /^\d+@\S+$/,
  'a text, which may be empty': /^/,
};
const submission = 'that of its submission';

/** All ways in which features write it: `"Approve", "Reject" or "Query"`, a form, the cycle's own. */
export const memberWordsPattern = new RegExp(
  [...Object.keys(forms), submission, /"[^"]+"(?:, "[^"]+")*(?: or "[^"]+")?/.source].join('|'),
);

export function readMemberWords(text: string): MemberWords {
  if (text === submission) return { ofSubmission: true };
  const form = forms[text];
  return form === undefined
    ? { oneOf: [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word) }
    : { form };
}

/** Whether that member of every request says so. */
export function saysMember(
  requests: readonly Exchange[],
  member: string,
  words: MemberWords,
  namesItsCycle: () => boolean,
): boolean {
  if ('ofSubmission' in words) return namesItsCycle();
  return all(requests, (each) => {
    const value = memberOf(jsonBody(each.request), member);
    if (typeof value !== 'string') return false;
    return 'oneOf' in words ? words.oneOf.includes(value) : words.form.test(value);
  });
}
