import type { Params } from '../adapter/protocol';
import type { DecryptAsk, TransferAsk, TransferMethod } from './ask';

export function paramsOf(ask: DecryptAsk): Params<'transfer.decrypt'>;
export function paramsOf(ask: TransferAsk): Params<TransferMethod>;
export function paramsOf(ask: TransferAsk): Params<TransferMethod> {
  switch (ask.method) {
    case 'transfer.open':
      return {};
    case 'transfer.encrypt':
      return { keyMaterial: ask.keyMaterial, bundle: ask.bundle.text };
    case 'transfer.decrypt':
      return { ...ask.to, keyMaterial: ask.keyMaterial, content: ask.content };
  }
}
