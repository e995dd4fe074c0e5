import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer, SealField } from '../../support/client/integrator/field-sealer';
import type { OutgoingRequest } from '../../support/client/sender';
import type { Mutant } from '../mutant';
import { withHeaders, withUrl } from './edits';
import { adapterPrograms } from './programs';
import { brokenIntegrator } from './specimens';
import type { WriteLogLine, IntegratorSeamsChange } from './stage';
import { startClientProgram } from './stage';

type Otp = Parameters<BodyComposer['otp']>[0];
type Fields = Parameters<BodyComposer['fields']>[0];

const { bodies, rejections } = conformingSeams;

function leaking(name: string, story: string, seams: IntegratorSeamsChange): Mutant {
  return brokenIntegrator(name, ['ENC-09'], story, seams);
}

/** A log keeps the whole value, so that it is stored, too. */
function storing(name: string, story: string, how: Parameters<typeof brokenIntegrator>[3]): Mutant {
  return brokenIntegrator(name, ['ENC-09', 'ENC-16'], story, how);
}

/** Logs what it is given, and then does its work. */
const logging = (write: (log: WriteLogLine, given: Otp) => void) => (log: WriteLogLine) => ({
  bodies: {
    ...bodies,
    otp: (given: Otp, seal: SealField) => {
      write(log, given);
      return bodies.otp(given, seal);
    },
  },
});

const loggingFields = (show: (value: string) => string) => (log: WriteLogLine) => ({
  bodies: {
    ...bodies,
    fields: (all: Fields, seal: SealField, always: readonly string[]) => {
      log(all.map(({ name, value }) => `${name}=${show(value)}`).join(' '));
      return bodies.fields(all, seal, always);
    },
  },
});

const otpRequest = (
  edit: (otp: string, request: OutgoingRequest) => OutgoingRequest,
): IntegratorSeamsChange => {
  const { requests } = conformingSeams;
  return {
    requests: {
      ...requests,
      otp: (composing, token, body, given) => edit(given.otp, requests.otp(composing, token, body, given)),
    },
  };
};

/** Identifiers that stand where they should not (ENC-09). */
export const leakMutants: readonly Mutant[] = [
  leaking(
    'otp-in-query',
    'The OTP stands in the query string, for the log of the gateway.',
    otpRequest((otp, request) => withUrl(request, (url) => `${url}?otp=${otp}`)),
  ),
  leaking(
    'otp-in-header',
    'The OTP is a correlation value.',
    otpRequest((otp, request) => withHeaders(request, { 'X-Trace': `verify;otp=${otp}` })),
  ),
  leaking(
    'otp-in-cookie-in-base64',
    'The form is kept in a cookie.',
    otpRequest((otp, request) =>
      withHeaders(request, { Cookie: `form=${Buffer.from(JSON.stringify({ otp })).toString('base64')}` }),
    ),
  ),
  leaking('national-id-beside-its-ciphertext', 'The form sends what it shows, too.', {
    bodies: {
      ...bodies,
      fields: async (all, seal, always) => ({
        ...(await bodies.fields(all, seal, always)),
        shown: all.find(({ name }) => name === 'nationalId')?.value ?? '',
      }),
    },
  }),
  storing(
    'otp-in-log',
    'What is verified is logged.',
    logging((log, { otp }) => {
      log(`verifying ${otp}`);
    }),
  ),
  storing(
    'otp-in-log-in-base64',
    'Requests are logged in Base64.',
    logging((log, given) => {
      log(`sending ${Buffer.from(JSON.stringify(given)).toString('base64')}`);
    }),
  ),
  storing(
    'national-id-in-log',
    'Fields are logged before they are encrypted.',
    loggingFields((value) => value),
  ),
  storing(
    'first-digits-in-log',
    'The first eight digits are logged, to find the case again: an OTP is not longer.',
    loggingFields((value) => `${value.slice(0, 8)}****`),
  ),
  {
    ...leaking(
      'four-digits-before-a-mask-in-log',
      'Four digits stand before the mask, to find the case again.',
      loggingFields((value) => `${value.slice(0, 4)} ${value.slice(4, 5)}XXX XXXX`),
    ),
    diagnosis: { 'ENC-09': 'the mask begins behind the leading digits' },
  },
  storing('otp-in-log-of-errors', 'What a service rejects is logged.', (log) => {
    let last = '';
    return {
      bodies: {
        ...bodies,
        otp: (given, seal) => {
          last = given.otp;
          return bodies.otp(given, seal);
        },
      },
      rejections: {
        ...rejections,
        isRejection: (...about) => {
          const rejected = rejections.isRejection(...about);
          if (rejected) log(`could not be opened: ${last}`);
          return rejected;
        },
      },
    };
  }),
  storing('otp-on-stderr', 'A program of its own writes what it is asked to stderr.', {
    start: startClientProgram(adapterPrograms.talkative),
  }),
];
