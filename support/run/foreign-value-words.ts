/** A value that a client must have configured as the mock has it. */
export type ConfiguredValue =
  'clientId' | 'clientSecret' | 'otp' | 'txnId' | 'dummyPayerToken' | 'token' | 'cmId' | 'sender';

/** Maps each value to a text for a request with another value. The text does not contain either value. */
export const foreignValueText: Readonly<Record<ConfiguredValue, string>> = {
  clientId: 'the clientId is not that of the mock',
  clientSecret: 'the clientSecret is not that of this clientId',
  otp: 'the OTP is not that of the mock',
  txnId: 'the txnId is not one of the mock',
  dummyPayerToken: 'bearer_auth is not the dummy payer token of the mock',
  token: 'the token is no access token of this mock',
  cmId: 'X-CM-ID is that of another environment',
  sender: 'x-hcx-sender_code is not the provider of the target',
};
