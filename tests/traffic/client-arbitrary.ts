import fc from 'fast-check';
import type { ObligationId } from '../../support/obligations';
import type { ClientTraffic } from './several';

const broken: readonly ObligationId[] = ['HDR-05', 'HDR-01', 'TOK-04', 'SES-03', 'ENC-03'];

/** Clients of every sort: some break something, some are known by their tokens alone. */
export const clientsArbitrary: fc.Arbitrary<ClientTraffic[]> = fc
  .array(
    fc.record({
      opaque: fc.boolean(),
      claims: fc.constantFrom('nothing', 'its own id', 'the name of the gateway'),
      exchanges: fc.integer({ min: 3, max: 25 }),
      breaks: fc.array(fc.record({ id: fc.constantFrom(...broken), at: fc.integer({ min: 1, max: 12 }) }), {
        maxLength: 2,
      }),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ opaque, claims, ...each }, index) => {
      const clientId = index % 3 === 2 ? `k9Xq7ZpT4vR2mW8s${index}` : `SBX_${index}`;
      return {
        ...each,
        clientId,
        ...(opaque && { opaque: true as const }),
        ...(claims !== 'nothing' && { claimed: claims === 'its own id' ? clientId : 'gateway-app' }),
      };
    }),
  );
