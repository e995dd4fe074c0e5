import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer, SealField } from '../../support/client/integrator/field-sealer';
import { editRequests, withEditedBody } from './edits';
import type { IntegratorSeamsChange } from './stage';

/** How the OTP comes into the body. */
type Write = (otp: string, seal: SealField) => Promise<string>;

const { bodies } = conformingSeams;

/**
 * A client that sends fields in the body that identity services are known for: the OTP stands in an object called
 * `otp`, beside the time and the id of the request.
 */
export function identityBodySeams(
  write: Write,
): Extract<IntegratorSeamsChange, (...given: never[]) => unknown> {
  return () => {
    let last: string | undefined;
    return {
      bodies: {
        ...bodies,
        otp: (given, seal) => {
          last = given.otp;
          return bodies.otp(given, seal);
        },
        fields: async (fields, seal, always) => {
          const { mobile, ...rest } = (await bodies.fields(fields, seal, always)) as Record<string, unknown>;
          const otp = last ?? valueIn(fields);
          const otpValue = otp === undefined ? undefined : await write(otp, seal);
          return { ...rest, ...enrolment({ otpValue, mobile }) };
        },
      },
      ...stamped,
    };
  };
}

function enrolment(otp: object): object {
  return { scope: ['enrol', 'mobile-verify'], authData: { authMethods: ['otp'], otp } };
}

/** A value that is to be encrypted anyway, where no OTP was given. */
const valueIn = (fields: Parameters<BodyComposer['fields']>[0]): string | undefined =>
  fields.find(({ encrypted }) => encrypted)?.value;

/** The time and the id of the request stand in its body, too. */
const stamped = editRequests(['fields'], (request) => {
  const { 'REQUEST-ID': txnId, TIMESTAMP: timeStamp } = request.headers;
  return withEditedBody(request, ({ authData, ...rest }) => {
    const { otp, ...others } = authData as { readonly otp: object };
    return JSON.stringify({ ...rest, authData: { ...others, otp: { timeStamp, txnId, ...otp } } });
  });
});
