import { requestIdForm } from '../../contract/headers';
import { readForm } from '../../exchange/read-form';
import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { requestId } from '../judge/places';
import { Remarks, Tally, kept } from '../judge/judge';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import { sight } from '../judge/sight';
import { FirstUses } from '../judge/first-uses';
import { onlyAfter, withNotes } from '../judge/gate';
import type { Repeat } from '../judge/repeats';
import { Repeats, contentDigest, digestOf } from '../judge/repeats';
import { carried, eachRequest, isRequest, isV3, withheld } from '../judge/requests';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** In either case: how the letters are written is judged by itself. */
const uuidV4 = new RegExp(requestIdForm, 'i');

/** The digits of a UUID, with or without hyphens, braces and the prefix of a URN. */
const hexadecimal = /^(?:urn:uuid:)?\{?(?:[0-9a-f]{4}-?){8}\}?$/i;

const lettersOf = (id: string): string => id.replace(/^urn:uuid:/i, '');

const idOf = (exchange: Exchange): string | undefined => carried(exchange, 'REQUEST-ID');

const likely = {
  braces: 'a UUID in braces, as some platforms write them',
  urn: 'a UUID as URN: only the 36 characters behind urn:uuid: are wanted',
  noHyphens: 'a UUID without its hyphens',
  noUuid: 'a counter, a time or a random text where a UUID is wanted',
  otherVariant: 'random digits with a version, but without the variant of RFC 9562',
  ofTime: 'a UUID that is made from the time (version 1, 2, 6 or 7): the default of some libraries',
  ofName: 'a UUID that is made from a name (version 3 or 5), the same each time',
  nil: 'the nil UUID: none was made, and an empty one is written',
  ofNoVersion: 'hexadecimal digits in groups, with no version that RFC 9562 gives to clients',
} as const;

/** How a REQUEST-ID is written. */
const formOf = sight((exchange) => {
  const id = idOf(exchange);
  if (id === undefined) return undefined;
  return {
    uuid: uuid.test(id),
    digits: hexadecimal.test(id),
    version4: uuidV4.test(id),
    lowercase: lettersOf(id) === lettersOf(id).toLowerCase(),
    cause: likelyForm(id),
  };
});

/** However it is written, it is the same number. */
const numberOf = (exchange: Exchange) => idOf(exchange)?.toLowerCase();

/** Clause 5.2 with RFC 9562: a UUID of version 4; how its letters are written is judged by itself. */
export const requestIdIsUuidV4 = home({
  id: 'HDR-03',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID is a version 4 UUID',
  rule: 'The value of REQUEST-ID is a UUID whose version is 4 and whose variant is that of RFC 9562.',
  needs: ['HDR-02'],
  causes: Object.values(likely),
  on: ['gateway', 'identity'],
  tells: requestId,
  judge: eachRequest((exchange, context) => {
    if (!isV3(exchange, context)) return undefined;
    const form = formOf(exchange);
    if (form === undefined) return withheld(exchange, 'REQUEST-ID');
    if (form.version4) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'which needs REQUEST-ID'),
        expected: 'xxxxxxxx-xxxx-4xxx-[89ab]xxx-xxxxxxxxxxxx: 36 characters, version 4, variant 8 to b',
        seen: `REQUEST-ID: ${idOf(exchange) ?? ''}`,
        cause: form.cause,
      },
    };
  }),
});

/** Digits without the variant of a UUID are not kept. */
const isHiddenHex = (id: string): boolean => {
  const form = readForm(id);
  return form?.kind === 'hex' && form.size === '16 bytes';
};

function likelyForm(id: string): string {
  if (/^\{.*\}$/.test(id)) return likely.braces;
  if (/^urn:uuid:/i.test(id)) return likely.urn;
  if (/^[0-9a-f]{32}$/i.test(id) || isHiddenHex(id)) return likely.noHyphens;
  if (!uuid.test(id)) return likely.noUuid;
  if (/^[0-]+$/.test(id)) return likely.nil;
  const version = id.charAt(14);
  if (version === '4') return likely.otherVariant;
  if ('1267'.includes(version)) return likely.ofTime;
  return '35'.includes(version) ? likely.ofName : likely.ofNoVersion;
}

const upperCase = 'the platform writes UUIDs in uppercase (Swift, SQL Server): put them into lowercase';

/** Clause 5.2: in lowercase. Judged on the digits of a UUID, whatever stands around them. */
export const requestIdIsLowercase = home({
  id: 'HDR-04',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID has no uppercase letters',
  rule: 'All letters in a REQUEST-ID are lowercase.',
  needs: ['HDR-02', 'HDR-03'],
  causes: [upperCase],
  on: ['gateway', 'identity'],
  tells: requestId,
  judge: eachRequest((exchange, context) => {
    if (!isV3(exchange, context)) return undefined;
    const form = formOf(exchange);
    if (form?.digits !== true) return withheld(exchange, 'REQUEST-ID');
    if (form.lowercase) return kept;
    // Of another shape, it is one slip of one library.
    if (!form.uuid) return undefined;
    const id = idOf(exchange) ?? '';
    return {
      breach: {
        sent: showRequest(exchange, 'which needs REQUEST-ID'),
        expected: `REQUEST-ID: ${id.toLowerCase()}`,
        seen: `REQUEST-ID: ${id}`,
        cause: upperCase,
      },
    };
  }),
});

const noted: Readonly<Record<Repeat, string>> = {
  resend: 'resent as it was, after no byte of an answer had come',
  redirect: 'sent on along a redirect',
};

const madeOnce = 'the id is made once, and not for each request';
const keptOnRetry = 'what is sent again keeps its REQUEST-ID, as in a retry: make a new id for each attempt';

/** Clause 5.2: new for every request; what a transport repeats is only noted. */
export const requestIdIsNew = home({
  id: 'HDR-05',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID is new for every request',
  rule:
    'No two v3 requests share a REQUEST-ID, and a repeat or a retry counts as a request of its own. ' +
    'Two cases are only noted: a resend by the transport of a request that had received no byte of an ' +
    'answer, and a redirect that is followed.',
  needs: ['HDR-02'],
  causes: [madeOnce, keptOnRetry],
  on: ['gateway', 'identity'],
  tells: requestId,
  judge: (context) => {
    const tally = new Tally();
    const notes = new Remarks();
    const repeats = new Repeats();
    const firstUses = new FirstUses();
    /** Of ids that were used before: each with all that it was sent with. */
    const again = new FirstUses();
    return {
      observe(exchange) {
        if (!isRequest(exchange) || !isV3(exchange, context)) return;
        const repeat = repeats.kindOf(exchange);
        const [id, number] = [idOf(exchange), numberOf(exchange)];
        const unknown = withheld(exchange, 'REQUEST-ID');
        if (unknown !== undefined) tally.add(unknown);
        if (id === undefined || number === undefined) return;
        const { seq } = exchange;
        const mark = digestOf(number, contentDigest(exchange));
        const first = firstUses.earlier(digestOf(number), seq, mark);
        if (first === undefined) {
          tally.add(kept, seq);
          return;
        }
        const isRetry = first.sameMark || again.earlier(mark, seq) !== undefined;
        if (repeat !== undefined) {
          notes.add(text`${nameExchange(exchange)} was ${noted[repeat]}`);
        } else {
          const sent = showRequest(exchange, isRetry ? 'the same request again' : 'which needs REQUEST-ID');
          tally.add(repeated(sent, id, first.seq, isRetry), seq, first.seq);
        }
      },
      conclude: () => withNotes(notes.all, onlyAfter(firstUses.size > 1, tally.conclude())),
    };
  },
});

function repeated(sent: string, id: string, first: number, isRetry: boolean) {
  return {
    breach: {
      sent,
      expected: 'a UUID that no earlier v3 request carried, on repeats and retries too',
      seen: text`REQUEST-ID ${id} again; first in ${numbered(first)}`,
      cause: isRetry ? keptOnRetry : madeOnce,
    },
  };
}
