import { edit, facts, header } from '../obligations/integrator/edits';
import { at } from '../obligations/integrator/breaches';
import type { Edit } from '../obligations/integrator/edits';
import { play } from '../obligations/integrator/exchanges';
import { journey } from '../obligations/integrator/judge';
import { accessToken } from '../obligations/recorded';
import type { Mistake } from './telling';
import { eachTells } from './telling';

const inJourney = (step: string, ...edits: Edit[]) => play(journey(at(step, (each) => edit(each, ...edits))));

/** A header of that request under another name. */
const called = (step: string, right: string, wrong: string) =>
  inJourney(step, (draft) => {
    const value = draft.request.headers.find(([name]) => name === right)?.[1] ?? '';
    return header(wrong, value)(header(right)(draft));
  });

const unreadable =
  (name: string): Edit =>
  (draft) => ({
    ...header('TIMESTAMP')(draft),
    request: {
      ...header('TIMESTAMP')(draft).request,
      flaw: { kind: 'unreadable', code: 'HPE_INVALID_HEADER_TOKEN', header: name },
    },
  });

const time = (value: string | ((value: string) => string)): Mistake['evidence'] =>
  inJourney('fields', header('TIMESTAMP', value));
const id = (value: string): Mistake['evidence'] => inJourney('fields', header('REQUEST-ID', value));

eachTells('a header under almost its name', {
  REQUESTID: {
    evidence: called('fields', 'REQUEST-ID', 'REQUESTID'),
    id: 'HDR-02',
    told: /no REQUEST-ID, but "REQUESTID"[^]*compared letter by letter, hyphens included/,
  },
  Request_Id: {
    evidence: called('session', 'REQUEST-ID', 'Request_Id'),
    id: 'SES-04',
    told: /"Request_Id" there: an underscore is no hyphen, and many servers drop such headers/,
  },
  'X-CM_ID': {
    evidence: called('session', 'X-CM-ID', 'X-CM_ID'),
    id: 'HDR-10',
    told: /no X-CM-ID, but "X-CM_ID"/,
  },
  'X-Timestamp': {
    evidence: called('identity', 'TIMESTAMP', 'X-Timestamp'),
    id: 'CRT-04',
    told: /"X-Timestamp" there: the document gives it no X- in front/,
  },
  TIMESTMAP: { evidence: called('fields', 'TIMESTAMP', 'TIMESTMAP'), id: 'HDR-06', told: /it is misspelt/ },
  Authorisation: {
    evidence: called('firstOtp', 'Authorization', 'Authorisation'),
    id: 'HDR-01',
    told: /no Authorization, but "Authorisation"/,
  },
  'TimeStamp with a blank before its colon': {
    evidence: inJourney('fields', unreadable('TimeStamp ')),
    id: 'HDR-06',
    told: /no TIMESTAMP, but "TimeStamp "[^]*a blank stands before its colon/,
  },
  'a blank value': {
    evidence: id(' '),
    id: 'HDR-02',
    told: /a blank REQUEST-ID[^]*was sent without a value/,
  },
  'nothing that comes near': {
    evidence: inJourney('fields', header('REQUEST-ID')),
    id: 'HDR-02',
    told: /got {7}no REQUEST-ID, in[^]*set for some calls one by one, and this one was left out/,
  },
});

const v3Steps = ['session', 'identity', 'fields', 'plainMobile'];
const lacking = (name: string, steps: readonly string[]) =>
  play(
    journey((all) =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([step]) => steps.includes(step))
          .map(([step, each]) => [step, edit(each, header(name))]),
      ),
    ),
  );

eachTells('where a header is missing, by what the other calls carry', {
  'the session call alone': {
    evidence: inJourney('session', header('REQUEST-ID')),
    id: 'HDR-02',
    told: /the other calls have it: the session call is made by a client of its own/,
  },
  'a GET alone': {
    evidence: inJourney('identity', header('TIMESTAMP')),
    id: 'HDR-06',
    told: /the header is not set on a GET/,
  },
  'all but the session call': {
    evidence: lacking('TIMESTAMP', v3Steps.slice(1)),
    id: 'HDR-06',
    told: /the header is set on the session call only/,
  },
  'every call': {
    evidence: lacking('REQUEST-ID', v3Steps),
    id: 'HDR-02',
    told: /the header is set on no call/,
  },
  'X-CM-ID, where it has to be': {
    evidence: inJourney('session', header('X-CM-ID')),
    id: 'HDR-10',
    told: /sent [^\n]*, which needs X-CM-ID[^]*got {7}no X-CM-ID/,
  },
});

eachTells('Authorization', {
  'a call without a token': {
    evidence: inJourney('registry', header('Authorization')),
    id: 'HDR-01',
    told: /the call to registry is made without the token of the session/,
  },
  'the token in another header': {
    evidence: inJourney('registry', header('Authorization'), header('X-Token', `Bearer ${accessToken(1)}`)),
    id: 'HDR-01',
    told: /the token stands in the header X-Token in its place/,
  },
  'the token in a cookie': {
    evidence: inJourney(
      'registry',
      header('Authorization'),
      header('Cookie', `token=${accessToken(1)}`),
      facts({ tokens: { 'request:cookie': { pseudonym: accessToken(1), jwt: true } } }),
    ),
    id: 'HDR-01',
    told: /the token stands in the header Cookie in its place/,
  },
  'the word Bearer twice': {
    evidence: inJourney('firstOtp', header('Authorization', 'Bearer Bearer [access-token-1]')),
    id: 'HDR-01',
    told: /the word Bearer stands twice/,
  },
  'no word Bearer': {
    evidence: inJourney('firstOtp', header('Authorization', '[access-token-1]')),
    id: 'HDR-01',
    told: /the word Bearer is missing/,
  },
  'a word for nothing': {
    evidence: inJourney('firstOtp', header('Authorization', 'Bearer undefined')),
    id: 'HDR-01',
    told: /the token was not there when the header was made/,
  },
});

eachTells('TIMESTAMP (mistake 10)', {
  'local time with an offset': {
    evidence: time((value) => value.replace('Z', '+05:30')),
    id: 'HDR-07',
    told: /local time with an offset: give UTC/,
  },
  'no milliseconds': {
    evidence: time((value) => value.replace(/\.\d{3}/, '')),
    id: 'HDR-07',
    told: /milliseconds are left out/,
  },
  microseconds: {
    evidence: time((value) => value.replace('Z', '123Z')),
    id: 'HDR-07',
    told: /microseconds or nanoseconds/,
  },
  'local time called Z': {
    evidence: time((value) => new Date(Date.parse(value) + 19_800_000).toISOString()),
    id: 'HDR-08',
    told: /local time that is called Z/,
  },
  'made once at start-up': {
    evidence: inJourney('fields', header('TIMESTAMP', '2026-11-21T09:29:59.995Z')),
    id: 'HDR-08',
    told: /it is made once at start-up, and sent again and again/,
  },
});

eachTells('REQUEST-ID (mistake 11)', {
  'of version 1': {
    evidence: id('2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'),
    id: 'HDR-03',
    told: /a UUID of version 1: time-based ones/,
  },
  'of version 7': {
    evidence: id('018f3c4e-7d2a-7c1b-9f6e-2a4b6c8d0e1f'),
    id: 'HDR-03',
    told: /a UUID of version 7: time-based ones/,
  },
  'in uppercase': {
    evidence: id('ABCDEF01-2345-4678-9ABC-0123456789AB'),
    id: 'HDR-04',
    told: /the platform writes UUIDs in uppercase/,
  },
  fixed: {
    evidence: id('abcdef01-2345-4678-9abc-000000000001'),
    id: 'HDR-05',
    told: /the id is made once, and not for each request/,
  },
  'reused on a retry': {
    evidence: (() => {
      const steps = journey();
      const fields = steps[5] ?? steps[0];
      const again = (at: number, n: number) => {
        const first = fields?.(at, 6);
        if (first === undefined) throw new Error(`no step ${n}`);
        return first;
      };
      return play([...steps.slice(0, 6), again as (typeof steps)[0]]);
    })(),
    id: 'HDR-05',
    told: /what is sent again keeps its REQUEST-ID/,
  },
});
