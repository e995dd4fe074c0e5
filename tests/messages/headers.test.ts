import { edit, facts, header } from '../obligations/integrator/edits';
import { at } from '../obligations/integrator/breaches';
import type { Edit } from '../obligations/integrator/edits';
import { play } from '../obligations/integrator/exchanges';
import { journey } from '../obligations/integrator/judge';
import { accessToken } from '../obligations/recorded';
import { eachTells } from './telling';

const inJourney = (step: string, ...edits: Edit[]) => play(journey(at(step, (each) => edit(each, ...edits))));

const unreadable =
  (name: string): Edit =>
  (draft) => ({
    ...header('TIMESTAMP')(draft),
    request: {
      ...header('TIMESTAMP')(draft).request,
      flaw: { kind: 'unreadable', code: 'HPE_INVALID_HEADER_TOKEN', header: name },
    },
  });

const id = (value: string) => inJourney('fields', header('REQUEST-ID', value));

eachTells('a name that no server reads', {
  'TimeStamp with a blank before its colon': {
    evidence: inJourney('fields', unreadable('TimeStamp ')),
    id: 'HDR-06',
    told: /no TIMESTAMP, but "TimeStamp "[^]*a blank stands before the colon/,
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
  'one of several calls': {
    evidence: inJourney('fields', header('REQUEST-ID')),
    id: 'HDR-02',
    told: /got {7}no REQUEST-ID, in[^]*set for some calls one by one, and this one was left out/,
  },
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
    told: /got {7}no Authorization[^]*the call is made without the token of the session/,
  },
  'the token in another header': {
    evidence: inJourney('registry', header('Authorization'), header('X-Token', `Bearer ${accessToken(1)}`)),
    id: 'HDR-01',
    told: /the token stands in the header X-Token[^]*the token stands in another place of the request/,
  },
  'the token in a cookie': {
    evidence: inJourney(
      'registry',
      header('Authorization'),
      header('Cookie', `token=${accessToken(1)}`),
      facts({ tokens: { 'request:cookie': { pseudonym: accessToken(1), jwt: true } } }),
    ),
    id: 'HDR-01',
    told: /the token stands in the header Cookie[^]*the token stands in another place of the request/,
  },
});

eachTells('TIMESTAMP', {
  'made once at start-up': {
    evidence: inJourney('fields', header('TIMESTAMP', '2026-11-21T09:29:59.995Z')),
    id: 'HDR-08',
    told: /it is made once at start-up, and sent again and again/,
  },
});

eachTells('REQUEST-ID', {
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
