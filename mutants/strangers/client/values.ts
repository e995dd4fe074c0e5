import type { OutgoingRequest } from '../../../support/client/sender';
import type { DimensionValue } from '../dimension';
import type { ClientPart, SendLayer } from './shape';

export type ClientValue = DimensionValue<ClientPart>;

/** Returns a value that changes nothing. */
export const usual = (words: string): ClientValue => ({ words, allowedBy: '' });

/** Returns a value that makes a change without a state. */
export const changing = (words: string, allowedBy: string, part: ClientPart): ClientValue => ({
  words,
  allowedBy,
  change: () => part,
});

/** Returns a value that changes each request on its way. */
export const editing = (
  words: string,
  allowedBy: string,
  edit: (request: OutgoingRequest) => OutgoingRequest,
): ClientValue => layering(words, allowedBy, () => (request, send) => send(edit(request)));

/** Returns a value that acts on each request. `make` is called for each process, so the layer may hold state. */
export const layering = (words: string, allowedBy: string, make: () => SendLayer): ClientValue =>
  changing(words, allowedBy, { layers: [make] });
