import { join, relative } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from '../targets/errors';
import type { FormatBasis } from './format-basis';
import { documentedFormat, recordedFormat } from './format-basis';

/** A file format that the suite recognizes but cannot judge. */
interface ForeignForm {
  /** Matches the first bytes of such a file, each byte as one character. */
  readonly begins: RegExp;
  readonly name: string;
  readonly basis: FormatBasis;
  /** The advice for the user. */
  readonly instead: string;
}

const proxy = 'record with npx conform proxy';
const ours = (path: string): string => relative('', join(suiteRoot, 'examples/logs', path));
const byFilter = (folder: string): string =>
  `jq -cf ${ours(`${folder}/traffic.jq`)} FILE | npx conform audit -`;
const byBoth = (folder: string): string => `log as ${ours(folder)} shows, and then: ${byFilter(folder)}`;
const barely = 'which keeps no headers and cannot be judged';

/** The first match wins, so specific forms precede general ones. `[^ -~]` matches a byte outside printable ASCII. */
export const foreignForms: readonly ForeignForm[] = [
  {
    begins: /^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|M<\xb2\xa1|\xa1\xb2<M|\n\r\r\n)/,
    name: 'packets, as tcpdump and Wireshark write them (pcap)',
    basis: documentedFormat('pcap-savefile(5); pcapng specification, Section Header Block'),
    instead: `${proxy}, or take the HAR of the tool that sends`,
  },
  {
    begins:
      /^\d\d:\d\d:\d\d\.\d+ IP6? |^\s*(?:\[\s*\{\s*"_index"\s*:\s*"packets-|(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<pdml)/,
    name: 'packets, as tcpdump prints and Wireshark exports them',
    basis: documentedFormat('tcpdump(1), Output format; tshark(1), -T json and -T pdml'),
    instead: `${proxy}, or take the HAR of the tool that sends`,
  },
  {
    begins: /^\d+:\d+:[a-z_]+[;,]/,
    name: "mitmproxy's flows",
    basis: documentedFormat('mitmproxy source, mitmproxy/io/tnetstring.py'),
    instead: 'mitmdump -nr FILE --set hardump=traffic.har makes HAR of them',
  },
  {
    begins: /^PK[^ -~]{2}[^]*raw\/\d+_[cms]\./,
    name: "Fiddler's sessions (.saz)",
    basis: documentedFormat('Fiddler docs, Fiddler Archives (SAZ)'),
    instead: 'choose File, Export Sessions, HTTPArchive v1.2 in Fiddler',
  },
  {
    begins: /^PK[^ -~]{2}/,
    name: 'a zip archive',
    basis: documentedFormat('PKWARE APPNOTE, Local file header'),
    instead: 'unpack it and name the HAR in it; Playwright writes it as traffic.har',
  },
  {
    begins: /^(?:\xfd7zXZ\0|BZh[1-9]|7z\xbc\xaf|[^ -~]"M[^ -~]|[^]{257}ustar)/,
    name: 'an archive',
    basis: documentedFormat('file format specifications of xz, bzip2, 7z and LZ4; POSIX pax, ustar'),
    instead: 'unpack it first: gzip and zstd are undone, and nothing else',
  },
  {
    begins: /^(?:\xff\xfe(?:\s\0)*[{[]\0|\xfe\xff(?:\0\s)*\0[{[])/,
    name: 'text in UTF-16',
    basis: documentedFormat('Unicode Standard, byte order mark'),
    instead: 'save it as UTF-8; in PowerShell write with Out-File -Encoding utf8',
  },
  {
    begins: /^\s*<[^]*<items\s+burpVersion=/,
    name: 'messages of Burp',
    basis: recordedFormat('a file of Burp 1.6.14 in the README of dweinstein/burp-parse'),
    instead: proxy,
  },
  {
    begins: /^==== \d+ =+\s/,
    name: 'messages of ZAP',
    basis: documentedFormat('ZAP source, PopupMenuExportMessage.java'),
    instead: 'mark them in ZAP, and choose Save Selected Entries as HAR',
  },
  {
    begins: /^\{\s*"constants"\s*:\s*\{/,
    name: "Chrome's log of network events",
    basis: documentedFormat('Chromium source, net_log_logger.cc'),
    instead: 'export HAR from the Network panel of the developer tools, with sensitive data',
  },
  {
    begins: /^\s*\{\s*"info"\s*:\s*\{[^]*(?:"_postman_id"|schema\.getpostman\.com)/,
    name: 'a collection of Postman: what can be sent, not what was sent',
    basis: documentedFormat('Postman Collection Format, schema 2.1.0'),
    instead: `run it with newman and its JSON report, or ${proxy} and send it there`,
  },
  {
    begins: /^\s*(?:\{\s*"_type"\s*:\s*"export"|type: \w+\.insomnia\.rest)/,
    name: 'an export of Insomnia: what can be sent, not what was sent',
    basis: documentedFormat('Insomnia docs, Import and export reference'),
    instead: `${proxy}, and send it there`,
  },
  {
    begins: /^\{[^\n]*(?:"logger"\s*:\s*"http\.log\.access|"resp_headers"\s*:\s*\{)/,
    name: "Caddy's access log",
    basis: recordedFormat('Caddy, which the test of examples/logs runs'),
    instead: byFilter('caddy'),
  },
  {
    begins: /^\[?\s*\{(?=[^\n]*"latencies"\s*:\s*\{)[^\n]*"(?:started_at|upstream_uri|client_ip)"\s*:/,
    name: "Kong's file-log or http-log",
    basis: documentedFormat('Kong docs, File Log and HTTP Log, Log format'),
    instead: byFilter('kong'),
  },
  {
    begins: /^\{[^\n]*"(?:DownstreamStatus|OriginStatus|RequestMethod)"\s*:/,
    name: "Traefik's access log",
    basis: documentedFormat('Traefik docs, Access logs, available fields'),
    instead: byFilter('traefik'),
  },
  {
    begins: /^\{[^\n]*"(?:response_flags|upstream_cluster)"\s*:|^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] "\S+ /,
    name: "Envoy's access log",
    basis: documentedFormat('Envoy docs, Access logging, default format string'),
    instead: byBoth('envoy'),
  },
  {
    begins: /^\{(?=[^\n]*"remote_addr"\s*:)[^\n]*"(?:body_bytes_sent|request_\w+|http_\w+|time_\w+)"\s*:/,
    name: "NGINX's access log",
    basis: documentedFormat('NGINX docs, ngx_http_log_module and variables'),
    instead: `log as ${ours('nginx')} shows`,
  },
  {
    begins:
      /^\{[^\n]*(?:"httpRequest"\s*:\s*\{|"Edge\w+"\s*:)|^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT[\d:.]+Z /,
    name: `a log of a cloud's load balancer, ${barely}`,
    basis: documentedFormat(
      'Google Cloud docs, LogEntry; Cloudflare docs, HTTP requests; AWS docs, Application Load Balancer access logs',
    ),
    instead: proxy,
  },
  {
    begins:
      /^\{"at":"[\d-]+","took":|^[^\n]*haproxy\[\d+\]: |^(?:<\d+>)?\S+:\d+ \[\d\d\/\w{3}\/\d{4}:[\d:]{8}\.\d{3}\] /,
    name: "HAProxy's log",
    basis: documentedFormat('HAProxy Configuration Manual, HTTP log format'),
    instead: byBoth('haproxy'),
  },
  {
    begins: /^[^\n]*\[\d\d\/\w{3}\/\d{4}:[\d:]{8} [+-]\d{4}\] "/,
    name: `an access log in the common or combined form, ${barely}`,
    basis: documentedFormat('Apache HTTP Server docs, Log Files'),
    instead: `log as ${ours('')} shows, or ${proxy}`,
  },
];

/** The number of bytes that are compared with the forms. */
const firstBytes = 1 << 16;

/** Matches files that can be judged, even if they also contain members of the forms above. */
const judged = /^\s*\{\s*"log"\s*:\s*\{|^\s*\{"(?:seq|kind)":|^\s*[[{][^]*"(?:startedAt|facts)"\s*:/;

/** Throws a ConfigurationError with advice if a file begins like one of the foreign forms. */
export function refuseForeign(first: Buffer, file: string): void {
  const text = first.toString('latin1', 0, firstBytes).replace(/^\xef\xbb\xbf/, '');
  if (judged.test(text)) return;
  const form = foreignForms.find(({ begins }) => begins.test(text));
  if (form !== undefined) throw new ConfigurationError(`holds ${form.name}`, { file }, form.instead);
}
