import { constants } from '../contract/constants';
import { normaliseName } from '../contract/names';
import type { SecretKind } from '../contract/secrets';
import { encryptedMembers, secretHeaders, secretMembers } from '../contract/secrets';
import { consistsOfKnownWords } from './allowed-names';
import { TextCache } from './text-cache';

/** What stands under a name. */
export type ValueMeaning =
  | 'id'
  | 'participant'
  | 'time'
  | 'quantity'
  | 'word'
  | 'consent manager'
  | 'directives'
  | 'product'
  | 'error text'
  | 'credentials'
  | 'address'
  | 'source'
  | 'secret';

/** Names by what stands under them, without case, hyphens and underscores. One may have several meanings. */
const rows: Readonly<Record<ValueMeaning, string>> = {
  id: `requestid xrequestid txnid transactionid correlationid xcorrelationid xhcxcorrelationid apicallid xhcxapicallid
    xhcxrequestid workflowid xhcxworkflowid clientid kid hipid hiuid xhipid xhiuid`,
  participant: `providerid payerid sender sendercode xhcxsendercode recipient recipientcode xhcxrecipientcode participantid
    participantcode`,
  time: `timestamp xtimestamp xhcxtimestamp requesttimestamp date datetime expires expiry expiresat expirydate created createdat
    issued issuedat updatedat lastmodified ifmodifiedsince ifunmodifiedsince retryafter exp iat nbf`,
  quantity: `expiresin refreshexpiresin expires exp age contentlength maxage retryafter status statuscode count total page pages
    pagenumber pagecount pagesize limit remaining reset size length seconds timeout attempts maxforwards xforwardedport
    ratelimitlimit ratelimitremaining ratelimitreset xratelimitlimit xratelimitremaining xratelimitreset dnt
    upgradeinsecurerequests`,
  word: `granttype tokentype action method curve cryptoalg resourcetype authresult status state result outcome disposition decision
    xhcxstatus alg enc typ cty use kty crv scope authmethods authmethod encryptionalgorithm media allow xrequestedwith`,
  'consent manager': 'xcmid cmid',
  directives: `contenttype accept acceptcharset acceptencoding acceptlanguage acceptranges contentencoding contentlanguage
    contentdisposition transferencoding connection keepalive cachecontrol pragma vary te trailer upgrade prefer expect wwwauthenticate
    proxyauthenticate stricttransportsecurity ratelimit ratelimitpolicy xcontenttypeoptions xframeoptions xxssprotection
    referrerpolicy accesscontrolallowheaders accesscontrolallowmethods accesscontrolallowcredentials accesscontrolexposeheaders
    accesscontrolmaxage accesscontrolrequestheaders accesscontrolrequestmethod secfetchdest secfetchmode secfetchsite
    secfetchuser xforwardedproto crossoriginresourcepolicy crossoriginopenerpolicy crossoriginembedderpolicy`,
  product: 'server useragent xpoweredby via',
  'error text': `code errorcode message errormessage msg error errors detail details title description errordescription reason
    statustext exception`,
  credentials: 'authorization proxyauthorization bearerauth xtoken',
  address: 'location contentlocation origin referer host',
  source: 'xforwardedfor forwarded xrealip',
  secret: [
    ...Object.keys({ ...secretMembers, ...encryptedMembers, ...secretHeaders }).map(normaliseName),
    ...`otpvalue content payload nonce keyvalue publickey dhpublickey certificate encryptioncertificate x5c x5t n`.split(
      ' ',
    ),
  ].join(' '),
};

const meanings = readRows();

function readRows(): ReadonlyMap<string, readonly ValueMeaning[]> {
  const byName = new Map<string, ValueMeaning[]>();
  for (const [meaning, names] of Object.entries(rows) as [ValueMeaning, string][])
    for (const name of names.split(/\s+/)) byName.set(name, [...(byName.get(name) ?? []), meaning]);
  // A header of credentials shows its scheme, and is none of the secrets besides.
  for (const name of rows.credentials.split(' ')) byName.set(name, ['credentials']);
  return byName;
}

const kinds: ReadonlyMap<string, SecretKind> = new Map(
  Object.entries({ ...secretMembers, ...secretHeaders }).map(([name, kind]) => [normaliseName(name), kind]),
);

/** What kind of secret stands under a name: the form of one tells more, where it is a token. */
export const secretKindOf = (name: string): SecretKind | undefined => kinds.get(normaliseName(name));

const nothing: readonly ValueMeaning[] = [];

/** The same of members that carry ciphertexts if all is well. */
export const rawKindOf = (name: string): SecretKind =>
  normaliseName(name).startsWith('otp') ? 'otp' : 'national-id';

/** What may stand under a name; nothing where the name says nothing. */
export function meaningsOf(name: string): readonly ValueMeaning[] {
  return read.of(name, () => meanings.get(normaliseName(name)) ?? nothing);
}

/** Names of a protocol come again and again. */
const read = new TextCache<readonly ValueMeaning[]>();

/** As 32 digits it has the variant of RFC 9562, which no text in hexadecimal has. */
const uuid =
  /^(?:urn:uuid:)?\{?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16}[89ab][0-9a-f]{15})\}?$/i;
/** Digits alone are telephone numbers and one-time passwords. */
const numbered = /^[A-Za-z]{1,10}[_-]\d{1,10}$/;
const facility = /^(?:IN|HIP|HIU|SBX|REQ|TXN|TRX)\d{1,10}$/i;
/** An id and its network. */
const party = /^(?:\d{0,10}|([A-Za-z]+))(?:@([A-Za-z.-]{0,20}))?$/;

const day = String.raw`(?:19|2\d)\d{2}-\d{2}-\d{2}`;
const clock = String.raw`\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;
const [weekday, month] = ['(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}', '[A-Z][a-z]{2}'];
/** The forms of TIMESTAMP that are met, and those of HTTP (RFC 9110, section 5.6.7); never whatever a parser takes. */
const times: readonly RegExp[] = [
  new RegExp(`^${day}(?:[T ]${clock} ?(?:Z|[+-]\\d{2}:?\\d{2})?)?$`, 'i'),
  /^(?:19|2\d)\d{6}T\d{6}Z$/,
  new RegExp(`^${weekday}, \\d{2}[ -]${month}[ -]\\d{2,4} ${clock} (?:GMT|UTC|[+-]\\d{4})$`),
  new RegExp(`^${weekday} ${month} [ \\d]\\d ${clock} (?:[A-Z]{3,4} )?\\d{4}$`),
  new RegExp(`^\\d{1,2}/\\d{1,2}/\\d{4}(?: ${clock})?$`),
  /^1[5-9]\d{8}(?:\d{3})?$/,
];

/** As JOSE names it (RFC 7518, section 4.3, and its registry). */
const oaep = /^RSA-OAEP-(?:256|384|512)$/;

const quantity = /^[+-]?\d{1,7}(?:\.\d{1,6})?$/;
const most = 7;

/** Words that the document names, and where. */
const documentedWords: Readonly<Record<string, readonly string[]>> = {
  action: constants.actions,
  method: constants.methods,
  granttype: [constants.grantType],
  tokentype: [constants.tokenType],
  authresult: [constants.authResultSuccess],
};

/** Those that stand under a name. */
export function documentedWordsOf(name: string): readonly string[] | undefined {
  const plain = normaliseName(name);
  return Object.hasOwn(documentedWords, plain) ? documentedWords[plain] : undefined;
}

const longestValue = 100;

/** Whether a text is an instant as people write it. */
export const isWrittenTime = (text: string): boolean =>
  text.length <= longestValue && !/^\d*$/.test(text) && times.some((form) => form.test(text));

/** Forms in which a value is kept whole, by its meaning. What is made of several parts is read in parts. */
const forms: Readonly<Partial<Record<ValueMeaning, (text: string) => boolean>>> = {
  id: (text) => uuid.test(text) || numbered.test(text) || facility.test(text),
  participant: (text) => {
    const [all, word = '', network = ''] = party.exec(text) ?? [];
    return all !== undefined && [word, network].every((part) => part === '' || consistsOfKnownWords(part));
  },
  time: (text) => times.some((form) => form.test(text)),
  quantity: (text) => quantity.test(text) && text.replace(/\D/g, '').length <= most,
  word: (text) => text.split('/').every(consistsOfKnownWords) || oaep.test(text),
  'consent manager': (text) => /^[-_@.]?[A-Za-z]{1,8}$/.test(text) || consistsOfKnownWords(text),
};

/** Whether a value has a documented form, or one that is met in its place. */
export function hasAllowedForm(meaning: ValueMeaning, text: string): boolean {
  return text.length <= longestValue && forms[meaning]?.(text) === true;
}

/** What anyone expects under a name tells of no secret, even where one is spelt like it. */
export function isExpectedUnder(name: string, text: string): boolean {
  const lower = text.toLowerCase();
  return (
    /^\d{1,5}$/.test(text) ||
    isWrittenTime(text) ||
    documentedWordsOf(name)?.some((word) => word.toLowerCase() === lower) === true
  );
}

/** What languages write where there is nothing, or no text: that is all it says. */
const nothings = /^(?:null|undefined|NaN|None|nil|<nil>|\(null\)|true|false|\[object [A-Z][a-z]{2,8}\])$/i;

export const isStringifiedLiteral = (text: string): boolean => nothings.test(text);
