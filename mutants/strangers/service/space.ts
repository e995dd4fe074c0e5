import type { Space } from '../dimension';
import { answerDimensions } from './answers';
import { callbackTokenDimensions, callbackTokenForbidden } from './callback-tokens';
import { certificateDimensions, certificateForbidden } from './certificates';
import { offerDimensions } from './offers';
import { payerDimensions, payerForbidden } from './payer';
import { refusalDimensions } from './refusals';
import type { ServicePart } from './shape';
import { tokenDimensions, tokenForbidden } from './tokens';
import { wireDimensions } from './wire';

/** The dimensions of services. Their changes are made in this order: content before text, and text before the wire. */
export const serviceSpace: Space<ServicePart> = {
  dimensions: [
    ...offerDimensions,
    ...tokenDimensions,
    ...certificateDimensions,
    ...refusalDimensions,
    ...payerDimensions,
    ...callbackTokenDimensions,
    ...answerDimensions,
    ...wireDimensions,
  ],
  forbidden: [...tokenForbidden, ...certificateForbidden, ...payerForbidden, ...callbackTokenForbidden],
};
