import type { TappedRequest } from './tap';

/**
 * Converts requests to a Postman collection in the same order, without scripts, so that newman only sends
 * them.
 */
export function collectionOf(requests: readonly TappedRequest[]): unknown {
  return {
    info: {
      name: 'The requests of a service run',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: requests.map(({ method, url, headers, body }, index) => ({
      name: `${index + 1}`,
      request: {
        method,
        url,
        header: headers.map(([key, value]) => ({ key, value })),
        ...(body !== '' && { body: { mode: 'raw', raw: body } }),
      },
    })),
  };
}
