import { constants } from '../../contract/constants';
import { baseVariable, type Deployment } from '../deployment';

/** Variables of all samples with what they stand for; a secret has no value here. */
export function variablesOf({
  bases,
  cmId,
}: Deployment): readonly (readonly [name: string, value: string])[] {
  const addresses = Object.entries(bases).map(
    ([service, url]) => [baseVariable(service as keyof typeof bases), url] as const,
  );
  return [
    ...addresses,
    ['callback_url', 'http://127.0.0.1:9000'],
    ['cmId', cmId],
    ['correlationId', '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1'],
    ['providerId', `1000000001@${cmId}`],
    ['payerId', `${constants.payerNumber}@${cmId}`],
    ['action', 'Query'],
    ['method', 'Preauth'],
  ];
}

/** Variables that a user sets: secrets, and what depends on them. */
export const secretVariables = ['clientId', 'clientSecret', 'otpCiphertext', 'txnId'] as const;
