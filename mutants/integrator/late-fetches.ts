import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { CertifiedService } from '../../support/adapter/protocol';
import { conformingSeams } from '../../support/client/integrator';
import type { Harmless, Mutant, Start } from '../mutant';
import { broken, reading, sound } from './specimens';
import { behaving, integratorWith, stageClient } from './stage';

/** Tries SHA-256 under the key that it has, and fetches the certificate once the next value comes: before it or after. */
function fetching(when: 'before' | 'after'): Start {
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

/** Clause 6.3 shows no order of the two answers to a rejection. */
export const harmlessFetches: readonly Harmless[] = [
  sound(
    'sha256-before-certificate',
    'A rejected value is tried under SHA-256 with the key at hand, and the certificate fetched before the next value.',
    { start: fetching('before') },
  ),
  sound('rejections-as-agreed', 'The services reject with a status and words that the target names.', {
    start: behaving({}, reading({ 'encryption-rejection': { status: 422, words: ['cannot open'] } })),
  }),
];

export const lateFetchMutants: readonly Mutant[] = [
  {
    ...broken(
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
