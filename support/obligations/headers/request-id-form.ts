import { requestIdPattern } from '../../contract/headers';
import type { Exchange } from '../../exchange/exchange';
import { showRequest } from '../judge/answers';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, requestIdPlaces, shownByRow } from '../judge/home';
import { keptJudgement, memoizeByExchange } from '../judge/judge';
import {
  describeRepeated,
  nonBlankHeaders,
  sentTwice,
  eachRequest,
  mustHaveHeader,
  unjudgedIfWithheld,
} from '../judge/requests';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ignores case, because {@link requestIdIsLowercase} judges the case of the letters. */
const uuidV4 = new RegExp(requestIdPattern, 'i');

/** Matches the digits of a UUID, with or without hyphens, braces and the prefix of a URN. */
const hexadecimal = /^(?:urn:uuid:)?\{?(?:[0-9a-f]{4}-?){8}\}?$/i;

const lettersOf = (id: string): string => id.replace(/^urn:uuid:/i, '');

/** Returns each value of REQUEST-ID in a request that is not blank. */
export const idsOf = (exchange: Exchange): string[] => nonBlankHeaders(exchange, 'REQUEST-ID');

const likely = {
  braces: 'a UUID in braces, as some platforms write them',
  urn: 'a UUID as URN: only the 36 characters behind urn:uuid: are wanted',
  noHyphens: 'a UUID without its hyphens',
  noUuid: 'the value does not have the form of a UUID: 36 characters, with four hyphens',
  otherVariant: 'random digits with a version, but without the variant of RFC 9562',
  ofTime: 'a UUID that is made from the time (version 1, 2, 6 or 7): the default of some libraries',
  ofName: 'a UUID that is made from a name (version 3 or 5)',
  nil: 'the nil UUID: none was made, and an empty one is written',
  ofNoVersion: 'hexadecimal digits in groups, with no version that RFC 9562 gives to clients',
} as const;

/** Returns the form of each REQUEST-ID of a request. */
const formsOf = memoizeByExchange((exchange) =>
  idsOf(exchange).map((id) => ({
    id,
    uuid: uuid.test(id),
    digits: hexadecimal.test(id),
    version4: uuidV4.test(id),
    lowercase: lettersOf(id) === lettersOf(id).toLowerCase(),
    cause: likelyIdForm(id),
  })),
);

/**
 * Clause 5.2 with RFC 9562: REQUEST-ID is a UUID of version 4. {@link requestIdIsLowercase} judges the case of its
 * letters.
 */
export const requestIdIsUuidV4 = defineHome({
  id: 'HDR-03',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID is a version 4 UUID',
  rule: 'The value of REQUEST-ID is a UUID whose version is 4 and whose variant is that of RFC 9562.',
  absences: judgesEachMessage,
  latitude: {
    'the variant is 8, 9, a or b': shownByRow,
  },
  needs: ['HDR-02'],
  causes: [...Object.values(likely), sentTwice],
  header: 'REQUEST-ID',
  tells: requestIdPlaces,
  judge: eachRequest((exchange, context) => {
    if (!mustHaveHeader(exchange, 'REQUEST-ID', context)) return undefined;
    const [form] = formsOf(exchange);
    const isWrong = form?.version4 === false;
    const flaw =
      describeRepeated(exchange, 'REQUEST-ID') ??
      (isWrong ? { seen: `REQUEST-ID: ${form.id}`, cause: form.cause } : undefined);
    if (flaw === undefined)
      return form === undefined ? unjudgedIfWithheld(exchange, 'REQUEST-ID') : keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'which needs REQUEST-ID'),
        expected: 'xxxxxxxx-xxxx-4xxx-[89ab]xxx-xxxxxxxxxxxx: 36 characters, version 4, variant 8 to b, once',
        ...flaw,
      },
    };
  }),
});

function likelyIdForm(id: string): string {
  if (/^\{.*\}$/.test(id)) return likely.braces;
  if (/^urn:uuid:/i.test(id)) return likely.urn;
  if (/^[0-9a-f]{32}$/i.test(id)) return likely.noHyphens;
  if (!uuid.test(id)) return likely.noUuid;
  if (/^[0-]+$/.test(id)) return likely.nil;
  const version = id.charAt(14);
  if (version === '4') return likely.otherVariant;
  if ('1267'.includes(version)) return likely.ofTime;
  return '35'.includes(version) ? likely.ofName : likely.ofNoVersion;
}

const upperCase = 'the UUID is in uppercase, as Swift and SQL Server write it: put it into lowercase';
const mixedCase = 'the UUID has uppercase and lowercase letters: put it into lowercase';

/**
 * Clause 5.2: REQUEST-ID is in lowercase. Judged on the digits of a UUID, with or without hyphens, braces and a URN
 * prefix.
 */
export const requestIdIsLowercase = defineHome({
  id: 'HDR-04',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID has no uppercase letters',
  rule: 'All letters in a REQUEST-ID are lowercase.',
  absences: judgesEachMessage,
  latitude: {
    'all digits of the id are decimal': shownByRow,
  },
  needs: ['HDR-02', 'HDR-03'],
  causes: [upperCase, mixedCase],
  header: 'REQUEST-ID',
  tells: requestIdPlaces,
  judge: eachRequest((exchange, context) => {
    if (!mustHaveHeader(exchange, 'REQUEST-ID', context)) return undefined;
    const forms = formsOf(exchange).filter(({ digits }) => digits);
    if (forms.length === 0) return unjudgedIfWithheld(exchange, 'REQUEST-ID');
    const upper = forms.filter(({ lowercase }) => !lowercase);
    if (upper.length === 0) return keptJudgement;
    // If an uppercase id is not in the standard form of a UUID, `requestIdIsUuidV4` judges it: form and case then come
    // from the same mistake.
    const id = upper.find((each) => each.uuid)?.id;
    if (id === undefined) return undefined;
    return {
      breach: {
        sent: showRequest(exchange, 'which needs REQUEST-ID'),
        expected: `REQUEST-ID: ${id.toLowerCase()}`,
        seen: `REQUEST-ID: ${id}`,
        cause: id === id.toUpperCase() ? upperCase : mixedCase,
      },
    };
  }),
});
