import {
  chrome,
  chromeSanitized,
  firefox,
  playwrightAttach,
  playwrightEmbed,
  playwrightOmit,
  safari,
} from './browsers';
import type { TrafficFormat } from './har';
import { harBy } from './har';
import { kong, nginx } from './logs';
import { newmanForm } from './newman';
import { httpToolkit, mitmproxy, zap } from './proxies';

/** Maps the name of a file to the form in which a tool writes the run of `run.ts`. */
export const trafficFormats: Readonly<Record<string, TrafficFormat>> = {
  'chrome.har': harBy(chrome),
  'chrome-sanitized.har': harBy(chromeSanitized),
  'firefox.har': harBy(firefox),
  'safari.har': harBy(safari),
  'playwright-embed.har': harBy(playwrightEmbed),
  'playwright-omit.har': harBy(playwrightOmit),
  'playwright-attach.har': harBy(playwrightAttach),
  'mitmproxy.har': harBy(mitmproxy),
  'zap.har': harBy(zap),
  'http-toolkit.har': harBy(httpToolkit),
  'newman.json': newmanForm,
  'nginx.jsonl': nginx,
  'kong.jsonl': kong,
};
