import type { MethodParams } from '../adapter/protocol';
import type { DecryptAsk, TransferAsk, TransferMethod } from './ask';

export function paramsOfAsk(ask: DecryptAsk): MethodParams<'transfer.decrypt'>;
export function paramsOfAsk(ask: TransferAsk): MethodParams<TransferMethod>;
export function paramsOfAsk(ask: TransferAsk): MethodParams<TransferMethod> {
  switch (ask.method) {
    case 'transfer.open':
      return {};
    case 'transfer.encrypt':
      return { keyMaterial: ask.keyMaterial, bundle: ask.bundle.text };
    case 'transfer.decrypt':
      return { ...ask.to, keyMaterial: ask.keyMaterial, content: ask.content };
  }
}
