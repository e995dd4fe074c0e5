import type { WireRecord } from '../../../support/exchange/raw-exchange';
import {
  chrome,
  chromeSanitized,
  firefox,
  playwrightAttach,
  playwrightEmbed,
  playwrightOmit,
  safari,
} from './browsers';
import { harBy } from './har';
import { kong, nginx } from './logs';
import { newman } from './newman';
import { burp, charles, fiddler, httpToolkit, insomnia, mitmproxy, proxyman, zap } from './proxies';

/** By the name of a file, what a tool writes of the same run. */
export const forms: Readonly<Record<string, (seen: readonly WireRecord[]) => string>> = {
  'chrome.har': harBy(chrome),
  'chrome-sanitized.har': harBy(chromeSanitized),
  'firefox.har': harBy(firefox),
  'safari.har': harBy(safari),
  'playwright-embed.har': harBy(playwrightEmbed),
  'playwright-omit.har': harBy(playwrightOmit),
  'playwright-attach.har': harBy(playwrightAttach),
  'mitmproxy.har': harBy(mitmproxy),
  'charles.har': harBy(charles),
  'fiddler.har': harBy(fiddler),
  'burp.har': harBy(burp),
  'zap.har': harBy(zap),
  'proxyman.har': harBy(proxyman),
  'http-toolkit.har': harBy(httpToolkit),
  'insomnia.har': harBy(insomnia),
  'newman.json': newman,
  'nginx.jsonl': nginx,
  'kong.jsonl': kong,
};
