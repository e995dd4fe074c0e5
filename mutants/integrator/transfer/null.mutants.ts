import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { startTransferHandlers } from './sides';

/** Encryptions that fail, and are sent all the same (FIELD-NOTES, mistake 16). */
export const nullMutants: readonly Mutant[] = [
  {
    ...brokenIntegrator(
      'hip-failure-as-null',
      ['HDT-01', 'HDT-02', 'HDT-13', 'HDT-16'],
      'What is refused is sent all the same, with null.',
      {
        start: startTransferHandlers((own) => ({
          'transfer.encrypt': async (params) => {
            try {
              return await own['transfer.encrypt'](params);
            } catch {
              return { keyMaterial: null, content: null };
            }
          },
        })),
      },
    ),
    diagnosis: Object.fromEntries(
      ['HDT-01', 'HDT-02', 'HDT-13', 'HDT-16'].map((id) => [id, 'null returned in place of an error']),
    ),
  },
  {
    ...brokenIntegrator(
      'hip-large-bundle-as-null',
      ['HDT-08'],
      'A bundle that is too large is encrypted to null.',
      {
        start: startTransferHandlers((own) => ({
          'transfer.encrypt': async (params) => {
            const sent = await own['transfer.encrypt'](params);
            return params.bundle.length > 2 ** 20 ? { ...sent, content: null } : sent;
          },
        })),
      },
    ),
    diagnosis: { 'HDT-08': 'encryption failed, and null is sent all the same' },
  },
];
