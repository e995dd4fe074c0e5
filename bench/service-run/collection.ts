import type { Tapped } from './tap';

/** The requests as a Postman collection, in their order and without scripts: newman does nothing but send them. */
export function collectionOf(requests: readonly Tapped[]): unknown {
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
