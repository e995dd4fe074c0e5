import type { Space } from '../dimension';
import { fieldDimensions } from './fields';
import { clientOfferDimensions } from './offers';
import { providerDimensions } from './provider';
import { requestDimensions } from './requests';
import type { ClientPart } from './shape';
import { timingDimensions } from './timing';
import { clientWireDimensions } from './wire';

/** The dimensions of clients. Layers act in this order: content before text, and text before the wire. */
export const clientSpace: Space<ClientPart> = {
  dimensions: [
    ...clientOfferDimensions,
    ...providerDimensions,
    ...requestDimensions,
    ...timingDimensions,
    ...fieldDimensions,
    ...clientWireDimensions,
  ],
  forbidden: ['fields.send alone', 'registry without session'].map((words) => ({
    words: ['no fields for the registry', words] as const,
    reason: 'without fields for the registry, the client would have little or nothing to send',
  })),
};
