import type { Text } from '../support/exchange/text';
import { plainText } from '../support/exchange/text';

/** A text as people read it; empty where there is none. */
export const plain = (value: Text | undefined): string => plainText(value ?? '');
