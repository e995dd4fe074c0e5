import { generateTraffic } from '../../../mutants/traffic/generate';
import type { PlantedBreach } from '../../../mutants/traffic/generate';
import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';

/** The mistakes of the wrong client: in a header of its fifth request, and in the body of its sixth. */
export const mistakes: readonly PlantedBreach[] = [
  { id: 'HDR-03', at: 5 },
  { id: 'OTP-01', at: 6 },
];

/** Returns the exchanges of one run of a client: session, certificates, OTPs and fields. */
export function exchangesOfRun(breaks: readonly PlantedBreach[]): WireRecord[] {
  return [...generateTraffic({ exchanges: 9, seed: 44, breaks })].map((each) => {
    const { request, response, answeredAt } = each;
    const { host } = new URL(request.url);
    const own: HeaderList = [
      ['Host', host],
      ['User-Agent', 'axios/1.7.2'],
      ['Accept', 'application/json, text/plain, */*'],
      ['Accept-Encoding', 'gzip, br'],
    ];
    const answered: HeaderList = [
      ['Date', new Date(answeredAt).toUTCString()],
      ['Connection', 'keep-alive'],
    ];
    return {
      ...each,
      source: '192.0.2.7',
      request: { ...request, headers: [...own, ...request.headers, ...lengthOf(request.body)] },
      ...(response && {
        response: { ...response, headers: [...response.headers, ...answered, ...lengthOf(response.body)] },
      }),
    };
  });
}

const lengthOf = (body: Buffer | undefined): HeaderList =>
  body === undefined || body.length === 0 ? [] : [['Content-Length', String(body.length)]];
