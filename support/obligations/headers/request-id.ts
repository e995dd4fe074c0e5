import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { RuleFactory } from '../judge/judge';
import { Tally, kept, listed } from '../judge/judge';
import { sameness, sight } from '../judge/sight';
import { FirstUses } from '../judge/first-uses';
import { onlyAfter, withNotes } from '../judge/gate';
import type { Repeat } from '../judge/repeats';
import { Repeats, digestOf } from '../judge/repeats';
import { carried, eachRequest, isRequest, isV3 } from '../judge/requests';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The digits of a UUID, with or without hyphens, braces and the prefix of a URN. */
const hexadecimal = /^(?:urn:uuid:)?\{?(?:[0-9a-f]{4}-?){8}\}?$/i;

const lettersOf = (id: string): string => id.replace(/^urn:uuid:/i, '');

const idOf = (exchange: Exchange): string | undefined => carried(exchange, 'REQUEST-ID');

/** How a REQUEST-ID is written. */
const formOf = sight('form of REQUEST-ID', ['headers'], (exchange) => {
  const id = idOf(exchange);
  if (id === undefined) return undefined;
  return {
    uuid: uuid.test(id),
    digits: hexadecimal.test(id),
    version4: uuidV4.test(id),
    lowercase: lettersOf(id) === lettersOf(id).toLowerCase(),
    likely: likelyForm(id),
  };
});

/** However it is written, it is the same number. */
const numberOf = sameness('REQUEST-ID', ['headers'], (exchange) => idOf(exchange)?.toLowerCase());

/** Clause 5.2 with RFC 9562: a UUID of version 4; how its letters are written is HDR-04's. */
export const requestIdIsUuidV4 = eachRequest('HDR-03', (exchange, context) => {
  const form = isV3(exchange, context) ? formOf(exchange) : undefined;
  if (form === undefined) return undefined;
  if (form.version4) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'a v3 request'),
      expected: 'xxxxxxxx-xxxx-4xxx-[89ab]xxx-xxxxxxxxxxxx: 36 characters, version 4, variant 8 to b',
      got: `REQUEST-ID: ${idOf(exchange) ?? ''}`,
      likely: form.likely,
    },
  };
});

function likelyForm(id: string): string {
  if (/^\{.*\}$/.test(id)) return 'a UUID in braces, as some platforms write them';
  if (/^urn:uuid:/i.test(id)) return 'a UUID as URN: only the 36 characters behind urn:uuid: are wanted';
  if (/^[0-9a-f]{32}$/i.test(id)) return 'a UUID without its hyphens';
  if (!uuid.test(id)) return 'a counter, a time or a random text where a UUID is wanted';
  const version = id.charAt(14);
  if (version === '4') return 'random digits with a version, but without the variant of RFC 9562';
  return `a UUID of version ${version}: time-based ones (1, 7) are the default of some libraries`;
}

/** Clause 5.2: in lowercase. Judged on the digits of a UUID, whatever stands around them: that is HDR-03's. */
export const requestIdIsLowercase = eachRequest('HDR-04', (exchange, context) => {
  const form = isV3(exchange, context) ? formOf(exchange) : undefined;
  if (form?.digits !== true) return undefined;
  if (form.lowercase) return kept;
  // Of another shape, it is one slip of one library.
  if (!form.uuid) return undefined;
  const id = idOf(exchange) ?? '';
  return {
    breach: {
      sent: showRequest(exchange, 'a v3 request'),
      expected: `REQUEST-ID: ${id.toLowerCase()}`,
      got: `REQUEST-ID: ${id}`,
      likely: 'the platform writes UUIDs in uppercase (Swift, SQL Server): put them into lowercase',
    },
  };
});

const noted: Readonly<Record<Repeat, string>> = {
  resend: 'resent as it was, after no byte of an answer had come',
  redirect: 'sent on along a redirect',
};

/** Clause 5.2: new for every request; what a transport repeats is only noted. */
export const requestIdIsNew: RuleFactory = (context) => {
  const tally = new Tally('HDR-05');
  const notes = new Set<string>();
  const repeats = new Repeats();
  const firstUses = new FirstUses();
  return {
    observe(exchange) {
      if (!isRequest(exchange) || !isV3(exchange, context)) return;
      const repeat = repeats.kindOf(exchange);
      const [id, number] = [idOf(exchange), numberOf(exchange)];
      if (id === undefined || number === undefined) return;
      const key = digestOf(number);
      const first = firstUses.firstOr(key, exchange.seq);
      if (first === exchange.seq) tally.add(kept, exchange.seq);
      else if (repeat !== undefined) {
        if (notes.size < listed) notes.add(`${nameExchange(exchange)} was ${noted[repeat]}`);
      } else tally.add(repeated(showRequest(exchange, 'a v3 request'), id, first), exchange.seq, first);
    },
    conclude: () => withNotes(notes, onlyAfter(firstUses.size > 1, tally.conclude())),
  };
};

function repeated(sent: string, id: string, first: number) {
  return {
    breach: {
      sent,
      expected: 'a UUID that no earlier v3 request carried, on repeats and retries too',
      got: `REQUEST-ID ${id} again; first in #${first}`,
      likely: 'the id is made once per client, or a retry repeats the whole request',
    },
  };
}
