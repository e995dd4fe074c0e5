import { join, relative } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from '../targets/errors';

/** A form in which people have traffic, and which cannot be judged as it is. */
interface ForeignForm {
  /** What such a file begins with, each byte as one character. */
  readonly begins: RegExp;
  readonly name: string;
  /** What to do instead. */
  readonly instead: string;
}

const proxy = 'record with npx conform proxy';
const ours = (path: string): string => relative('', join(suiteRoot, 'examples/logs', path));
const byFilter = (folder: string): string =>
  `jq -cf ${ours(`${folder}/traffic.jq`)} FILE | npx conform audit -`;
const byBoth = (folder: string): string => `log as ${ours(folder)} shows, and then: ${byFilter(folder)}`;
const barely = 'which keeps no headers and cannot be judged';

/** More special ones stand in front; `[^ -~]` is a byte that is no printable character. */
const forms: readonly ForeignForm[] = [
  {
    begins: /^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|M<\xb2\xa1|\xa1\xb2<M|\n\r\r\n)/,
    name: 'packets, as tcpdump and Wireshark write them (pcap)',
    instead: `${proxy}, or take the HAR of the tool that sends`,
  },
  {
    begins:
      /^\d\d:\d\d:\d\d\.\d+ IP6? |^\s*(?:\[\s*\{\s*"_index"\s*:\s*"packets-|(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<pdml)/,
    name: 'packets, as tcpdump prints and Wireshark exports them',
    instead: `${proxy}, or take the HAR of the tool that sends`,
  },
  {
    begins: /^\d+:\d+:[a-z_]+[;,]/,
    name: "mitmproxy's flows",
    instead: 'mitmdump -nr FILE --set hardump=traffic.har makes HAR of them',
  },
  {
    begins: /^PK[^ -~]{2}[^]*raw\/\d+_[cms]\./,
    name: "Fiddler's sessions (.saz)",
    instead: 'choose File, Export Sessions, HTTPArchive v1.2 in Fiddler',
  },
  {
    begins: /^PK[^ -~]{2}/,
    name: 'a zip archive',
    instead: 'unpack it and name the HAR in it; Charles exports HAR, Playwright writes it as traffic.har',
  },
  {
    begins: /^(?:\xfd7zXZ\0|BZh[1-9]|7z\xbc\xaf|[^ -~]"M[^ -~]|[^]{257}ustar)/,
    name: 'an archive',
    instead: 'unpack it first: gzip and zstd are undone, and nothing else',
  },
  {
    begins: /^(?:\xff\xfe(?:\s\0)*[{[]\0|\xfe\xff(?:\0\s)*\0[{[])/,
    name: 'text in UTF-16',
    instead: 'save it as UTF-8; in PowerShell write with Out-File -Encoding utf8',
  },
  {
    begins:
      /^(?:\xac\xed[^ -~]{2}[^]*com\.xk72\.charles|\s*<[^]*<(?:\?charles|charles-session)|\s*\[\s*\{\s*"status"\s*:\s*"[A-Z_]+"\s*,\s*"method")/,
    name: 'a session of Charles',
    instead: 'choose File, Export Session, HTTP Archive (.har) in Charles',
  },
  {
    begins: /^\s*<[^]*<(?:items|issues)\s+burpVersion=/,
    name: 'messages or issues of Burp',
    instead: `export the history as HAR (by an extension where Burp has no such choice), or ${proxy}`,
  },
  {
    begins: /^={3,} ?\d+ ={5,}/,
    name: 'messages of ZAP',
    instead: 'mark them in ZAP, and choose Save Selected Entries as HAR',
  },
  {
    begins: /^\{\s*"constants"\s*:\s*\{/,
    name: "Chrome's log of network events",
    instead: 'export HAR from the Network panel of the developer tools, with sensitive data',
  },
  {
    begins: /^(?:[\d:.]+ )?(?:== Info: |=> Send |<= Recv |\* {1,3}(?:Host|Trying|Connected|Uses|STATE|!) ?)/,
    name: 'a trace of curl',
    instead: `${proxy}, and have curl call its address`,
  },
  {
    begins: /^\s*\{\s*"info"\s*:\s*\{[^]*(?:"_postman_id"|schema\.getpostman\.com)/,
    name: 'a collection of Postman: what can be sent, not what was sent',
    instead: `run it with newman and its JSON report, or ${proxy} and send it there`,
  },
  {
    begins: /^\s*(?:\{\s*"_type"\s*:\s*"export"|type: \w+\.insomnia\.rest)/,
    name: 'an export of Insomnia: what can be sent, not what was sent',
    instead: `${proxy}, and send it there`,
  },
  {
    begins: /^(?:timeStamp,elapsed,|\s*(?:<\?xml[^>]*>\s*)?<testResults\b)/,
    name: 'results of JMeter',
    instead: `${proxy}, and have JMeter call its addresses`,
  },
  {
    begins: /^\{[^\n]*(?:"logger"\s*:\s*"http\.log\.access|"resp_headers"\s*:\s*\{)/,
    name: "Caddy's access log",
    instead: byFilter('caddy'),
  },
  {
    begins: /^\[?\s*\{(?=[^\n]*"latencies"\s*:\s*\{)[^\n]*"(?:started_at|upstream_uri|client_ip)"\s*:/,
    name: "Kong's file-log or http-log",
    instead: byFilter('kong'),
  },
  {
    begins: /^\{[^\n]*"(?:DownstreamStatus|OriginStatus|RequestMethod)"\s*:/,
    name: "Traefik's access log",
    instead: byFilter('traefik'),
  },
  {
    begins: /^\{[^\n]*"(?:response_flags|upstream_cluster)"\s*:|^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] "\S+ /,
    name: "Envoy's access log",
    instead: byBoth('envoy'),
  },
  {
    begins: /^\{(?=[^\n]*"remote_addr"\s*:)[^\n]*"(?:body_bytes_sent|request_\w+|http_\w+|time_\w+)"\s*:/,
    name: "NGINX's access log",
    instead: `log as ${ours('nginx')} shows`,
  },
  {
    begins: /^\{[^\n]*(?:"httpRequest"\s*:\s*\{|"Edge\w+"\s*:)/,
    name: `a log of a cloud's load balancer, ${barely}`,
    instead: proxy,
  },
  {
    begins:
      /^\{"at":"[\d-]+","took":|^[^\n]*haproxy\[\d+\]: |^(?:<\d+>)?\S+:\d+ \[\d\d\/\w{3}\/\d{4}:[\d:]{8}\.\d{3}\] /,
    name: "HAProxy's log",
    instead: byBoth('haproxy'),
  },
  {
    begins: /^[^\n]*\[\d\d\/\w{3}\/\d{4}:[\d:]{8} [+-]\d{4}\] "/,
    name: `an access log in the common or combined form, ${barely}`,
    instead: `log as ${ours('')} shows, or ${proxy}`,
  },
  {
    begins: /^(?:#(?:Software|Version|Fields|Date): |(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT[\d:.]+Z )/,
    name: `an access log of IIS or a cloud, ${barely}`,
    instead: proxy,
  },
];

/** What of a file is looked at. */
const firstBytes = 1 << 16;

/** A file that can be judged may hold what stands in the logs of others, too. */
const judged = /^\s*\{\s*"log"\s*:\s*\{|^\s*\{"(?:seq|kind)":|^\s*[[{][^]*"(?:startedAt|facts)"\s*:/;

/** Throws a ConfigurationError that says what to do, where first bytes are those of a known form that cannot be judged. */
export function refuseForeign(first: Buffer, file: string): void {
  const text = first.toString('latin1', 0, firstBytes).replace(/^\xef\xbb\xbf/, '');
  if (judged.test(text)) return;
  const form = forms.find(({ begins }) => begins.test(text));
  if (form !== undefined) throw new ConfigurationError(`holds ${form.name}`, { file }, form.instead);
}
