import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { CertifiedService } from '../../support/adapter/protocol';
import { conformingSeams } from '../../support/client/integrator';
import type { HarmlessSubject, Mutant, StartStage } from '../mutant';
import { brokenIntegrator, targetReadings, harmlessIntegrator } from './specimens';
import { startClientWithSeams, integratorWith, stageClient } from './stage';

/**
 * Tries SHA-256 under the key that it has, and fetches the certificate once the next value comes: before it or after.
 */
function fetching(when: 'before' | 'after'): StartStage {
  return () =>
    stageClient((log): AdapterHandlers => {
      const { keyChoice, rejections } = conformingSeams;
      let last: CertifiedService = 'registry';
      let stale: CertifiedService | undefined;
      const own = integratorWith(
        {
          keyChoice: (service) => (last = keyChoice(service)),
          rejections: {
            ...rejections,
            refetches: false,
            isRejection: (...given) => {
              const isOne = rejections.isRejection(...given);
              if (isOne) stale = last;
              return isOne;
            },
          },
        },
        log,
      );
      const fetch = async (service: CertifiedService | undefined): Promise<void> => {
        if (service === undefined) return;
        stale = undefined;
        await own['certificate.fetch']({ service });
      };
      const around = async <Value>(act: () => Promise<Value>): Promise<Value> => {
        const doubted = stale;
        if (when === 'before') await fetch(doubted);
        try {
          return await act();
        } finally {
          if (when === 'after') await fetch(doubted);
        }
      };
      return {
        ...own,
        'otp.verify': (given) => around(() => Promise.resolve(own['otp.verify'](given))),
        'fields.send': (given) => around(() => Promise.resolve(own['fields.send'](given))),
      };
    });
}

/**
 * An adapter that fetches when asked, past what its client keeps: the client fetches for itself with its first value.
 */
function pastItsCache(): StartStage {
  return () =>
    stageClient((log): AdapterHandlers => {
      const asked = new Set<CertifiedService>();
      const kept = new Set<CertifiedService>();
      const { requests } = conformingSeams;
      const own = integratorWith(
        {
          certificates: { usable: ({ service }) => kept.has(service) },
          requests: {
            ...requests,
            certificate: (composing, service, token) => {
              if (!asked.has(service)) kept.add(service);
              return requests.certificate(composing, service, token);
            },
          },
        },
        log,
      );
      return {
        ...own,
        'certificate.fetch': async ({ service }) => {
          asked.add(service);
          try {
            return await own['certificate.fetch']({ service });
          } finally {
            asked.delete(service);
          }
        },
      };
    });
}

/**
 * Clause 6.3 shows no order of the two answers to a rejection, and no act of fetching: what is cached is the client's
 * own.
 */
export const harmlessFetches: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'sha256-before-certificate',
    'A rejected value is tried under SHA-256 with the key at hand, and the certificate fetched before the next value.',
    { start: fetching('before') },
  ),
  harmlessIntegrator(
    'certificates-fetched-past-the-cache',
    'What is fetched when asked does not reach the cache.',
    {
      start: pastItsCache(),
    },
  ),
  harmlessIntegrator(
    'rejections-as-agreed',
    'The services reject with a status and words that the target names.',
    {
      start: startClientWithSeams(
        {},
        targetReadings({ 'encryption-rejection': { status: 422, words: ['cannot open'] } }),
      ),
    },
  ),
];

export const lateFetchMutants: readonly Mutant[] = [
  {
    ...brokenIntegrator(
      'certificate-after-next-value',
      ['CRT-08'],
      'A job fetches the certificate after the next value.',
      {
        start: fetching('after'),
      },
    ),
    diagnosis: { 'CRT-08': 'the certificate is fetched after the next ciphertext' },
  },
];
