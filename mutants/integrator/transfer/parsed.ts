import { RefusalError } from '../../../support/adapter/handlers';

/** A bundle as a client takes it that parses each of them; a refusal for any other text. */
export function requireFhirBundle(text: string): string {
  const { resourceType, type } = jsonOf(text);
  if (resourceType !== 'Bundle' || typeof type !== 'string')
    throw new RefusalError('the plaintext is no FHIR bundle');
  return text;
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw new RefusalError('the plaintext is no JSON');
  }
}
