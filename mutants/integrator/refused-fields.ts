import { RefusalError } from '../../support/adapter/handlers';
import type { MethodParams } from '../../support/adapter/protocol';
import { oaepSha1Limit } from '../../support/contract/constants';
import type { HarmlessSubject, Mutant, StartStage } from '../mutant';
import { brokenIntegrator, harmlessIntegrator } from './specimens';
import { startClientWithHandlers } from './stage';

type Value = MethodParams<'field.encrypt'>;

const limit = oaepSha1Limit(2048);

/** A client that offers `field.encrypt` and refuses such values on purpose. Its requests do encrypt them. */
const refusing = (isRefused: (asked: Value) => boolean): StartStage =>
  startClientWithHandlers((own) => ({
    ...own,
    'field.encrypt': (asked) => {
      if (isRefused(asked)) throw new RefusalError('this value belongs to no field of the client');
      return own['field.encrypt'](asked);
    },
  }));

/** Clients that offer `field.encrypt`, and refuse all values or some: the method is optional. */
export const harmlessFieldRefusals: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'values-refused',
    'field.encrypt is offered, and refuses every value.',
    { start: refusing(() => true) },
    { 'ENC-14': 'not-tested' },
  ),
  harmlessIntegrator(
    'values-refused-but-digits',
    'field.encrypt takes only digits, as in OTPs and national IDs.',
    { start: refusing(({ value }) => !/^\d+$/.test(value)) },
    { 'ENC-14': 'not-tested' },
  ),
  harmlessIntegrator('values-refused-for-identity', 'field.encrypt takes only values for the registry.', {
    start: refusing(({ service }) => service === 'identity'),
  }),
];

/** Clients that refuse values that fit the key, and handle other values wrongly. The refusal does not excuse the mistake. */
export const fieldRefusalMutants: readonly Mutant[] = [
  brokenIntegrator(
    'values-refused-and-long-ones-cut',
    ['ENC-14'],
    'field.encrypt refuses every value that fits, and cuts those that do not.',
    {
      start: startClientWithHandlers((own) => ({
        ...own,
        'field.encrypt': ({ service, value }) => {
          if (Buffer.byteLength(value) <= limit) throw new RefusalError('not taken');
          return own['field.encrypt']({ service, value: value.slice(0, 12) });
        },
      })),
    },
  ),
];
