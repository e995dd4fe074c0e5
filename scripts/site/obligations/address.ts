import { hrefOf } from '../page';

/** `obligations/ses-08`: where an obligation has its page. */
export const obligationPath = (id: string): string => `obligations/${id.toLowerCase()}`;

export const obligationHref = (id: string): string => hrefOf(obligationPath(id));
