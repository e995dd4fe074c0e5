import { RefusalError } from '../../../support/adapter/handlers';
import { oaep } from '../../integrator/ciphers';
import { freshStamp, withHeaders } from '../../integrator/edits';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, layering, usual } from './values';

const libraries: Dimension<ClientPart> = {
  name: 'library of field encryption',
  sentence: 'OAEP padding, SHA-1 digest, MGF1 mask generation (clause 6.3.2)',
  seam: 'seams: cipher',
  values: [
    usual('node-forge'),
    changing('OpenSSL', 'clause 6.3.2 names a scheme, and no library', {
      seams: [
        ({ cipher }) => ({
          cipher: {
            ...cipher,
            encrypt: (pem, value, scheme) =>
              oaep(pem, Buffer.from(value), scheme === 'oaep-sha256' ? 'sha256' : 'sha1'),
          },
        }),
      ],
    }),
  ],
};

const readers: Dimension<ClientPart> = {
  name: 'reading of certificates',
  sentence: 'Response body: PEM text, a PUBLIC KEY block (clause 4.2)',
  seam: 'seams: certificateReader',
  values: [
    usual('PEM or JSON'),
    changing('PEM alone', 'clause 4.2: PEM text', {
      seams: [() => ({ certificateReader: ({ body }) => body.toString() })],
    }),
  ],
};

const probes: Dimension<ClientPart> = {
  name: 'probes of certificates',
  sentence: 'Fetch the certificate (4.2) once with the gateway token, cache it per service (clause 6.3.1)',
  seam: 'layer: probes of certificates',
  values: [
    usual('no probes'),
    layering(
      'HEAD before each certificate',
      'RFC 9110, 9.3.2: HEAD transfers no content',
      () => async (request, send) => {
        const stamped = request.service === 'identity' ? withHeaders(request, freshStamp()) : request;
        const head = { ...stamped, method: 'HEAD' as 'GET' };
        if (request.operation?.startsWith('certificate.') === true) await send(head);
        return send(request);
      },
    ),
  ],
};

const schemes: Dimension<ClientPart> = {
  name: 'after a rejection',
  sentence: 'on a decryption or padding rejection, retry with SHA-256 (clause 6.3.3)',
  seam: 'seams: rejections',
  values: [
    usual('SHA-256 after a rejection'),
    {
      words: 'SHA-256 when it is asked for again',
      allowedBy: 'clause 6.3.3 does not say who begins the retry',
      change: () => ({
        seams: [
          ({ cipher, rejections }) => {
            // The keys of services that rejected SHA-1. Each process of the client has its own list.
            const rejected = new Set<string>();
            let last = '';
            return {
              rejections: {
                ...rejections,
                next: (_scheme, keyChanged) => {
                  if (!keyChanged) rejected.add(last);
                  return undefined;
                },
              },
              cipher: {
                ...cipher,
                encrypt: (pem, value) => {
                  last = pem;
                  return cipher.encrypt(pem, value, rejected.has(pem) ? 'oaep-sha256' : 'oaep-sha1');
                },
              },
            };
          },
        ],
      }),
    },
  ],
};

const refusals: Dimension<ClientPart> = {
  name: 'fields of the registry',
  sentence: 'some mobile numbers | only when the field is documented as encrypted (clause 2.4)',
  seam: 'adapter: refusals of fields.send',
  values: [
    usual('fields for both services'),
    changing('no fields for the registry', 'protocol: -32001, the client refuses on purpose', {
      handlers: [
        (own) => {
          const send = own['fields.send'];
          if (send === undefined) return own;
          return {
            ...own,
            'fields.send': (given) => {
              if (given.service === 'registry') throw new RefusalError('no IDs are created here');
              return send(given);
            },
          };
        },
      ],
    }),
  ],
};

/** Dimensions of encrypted fields and certificates. */
export const fieldDimensions: readonly Dimension<ClientPart>[] = [
  libraries,
  readers,
  probes,
  schemes,
  refusals,
];
