import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ConfigurationError } from '../../support/targets/errors';
import { openSource } from '../../support/traffic/sources';
import { auditContent, generatedHar } from '../cli/auditing';
import { ofEnvoy, ofKong, ofTraefik } from '../examples/gateway-lines';

/** The beginning of a file, the name that the suite gives the form, and the advice. */
type Case = readonly [first: string | Buffer, name: RegExp, instead: RegExp];

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const common =
  '192.0.2.7 - clinic [10/Oct/2026:13:55:36 +0000] "POST /api/hiecm/gateway/v3/sessions HTTP/1.1" 200 311';
const filter = (folder: string): RegExp =>
  new RegExp(`^jq -cf examples/logs/${folder}/traffic\\.jq FILE \\| `);
const example = (folder: string): RegExp => new RegExp(`^log as examples/logs/${folder} shows`);
const proxy = /npx conform proxy/;
const zip = 'PK\x03\x04\x14\x00\x00\x00\x08\x00';

const cases: readonly Case[] = [
  [common, /common or combined form, which keeps no headers/, proxy],
  [`${common} "-" "okhttp/4.12.0"\n`, /common or combined form/, proxy],
  [`gateway.example:443 ${common} "-" "curl/8.5.0"`, /common or combined form/, proxy],
  [JSON.stringify(ofEnvoy({})), /Envoy/, example('envoy')],
  [JSON.stringify(ofKong), /Kong/, filter('kong')],
  [JSON.stringify(ofTraefik), /Traefik/, filter('traefik')],
  [
    '{"at":"1795163400125","took":18,"from":"192.0.2.7","tls":0,"method":"POST"',
    /HAProxy/,
    example('haproxy'),
  ],
  ['08:30:00.120001 IP 192.0.2.7.40120 > 192.0.2.8.443: Flags [P.], length 78', /packets, as tcpdump/, proxy],
  [
    '{"time_local":"20/Nov/2026:08:30:00 +0000","remote_addr":"192.0.2.7","request":"GET / HTTP/1.1"}',
    /NGINX/,
    example('nginx'),
  ],
  [
    'Nov 20 08:30:00 lb haproxy[14389]: 192.0.2.7:33317 [20/Nov/2026:08:30:00.655] http-in s/one 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1"',
    /HAProxy/,
    example('haproxy'),
  ],
  [
    '192.0.2.7:33317 [20/Nov/2026:08:30:00.655] http-in s/one 10/0/30/69/109 200 2750 - - ----',
    /HAProxy/,
    example('haproxy'),
  ],
  [
    '[2026-11-20T08:30:00.310Z] "POST /api/hiecm/gateway/v3/sessions HTTP/2" 204 - 154 0 226 100 "192.0.2.7"',
    /Envoy/,
    example('envoy'),
  ],
  [
    '{"authority":"gateway.example","bytes_received":52,"method":"POST","response_flags":"-","start_time":"2026-11-20T08:30:00.310Z"}',
    /Envoy/,
    example('envoy'),
  ],
  [
    '{"ClientAddr":"192.0.2.7:40120","DownstreamStatus":200,"RequestMethod":"POST","request_User-Agent":"okhttp"}',
    /Traefik/,
    filter('traefik'),
  ],
  [
    '{"level":"info","ts":1795163400.125,"logger":"http.log.access.log0","msg":"handled request","request":{"method":"GET","uri":"/","headers":{}},"status":200,"resp_headers":{}}',
    /Caddy/,
    filter('caddy'),
  ],
  [
    '{"request":{"method":"GET","uri":"/","headers":{"host":"a"}},"latencies":{"kong":3},"client_ip":"192.0.2.7","started_at":1795163400125}',
    /Kong/,
    filter('kong'),
  ],
  [
    '[{"latencies":{"kong":3},"started_at":1795163400125,"request":{"method":"GET"}}]',
    /Kong/,
    filter('kong'),
  ],
  [
    '{"insertId":"1","httpRequest":{"requestMethod":"GET","requestUrl":"https://a/"}}',
    /cloud's load balancer/,
    proxy,
  ],
  [
    'https 2026-11-20T08:30:00.186641Z app/lb/50dc6c 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200',
    /cloud's load balancer/,
    proxy,
  ],
  [bytes('\xd4\xc3\xb2\xa1\x02\x00\x04\x00'), /packets.*\(pcap\)/, proxy],
  [bytes('\xa1\xb2\x3c\x4d\x00\x02\x00\x04'), /packets.*\(pcap\)/, proxy],
  [bytes('\n\r\r\n\x1c\x00\x00\x00M<+\x1a'), /packets.*\(pcap\)/, proxy],
  ['[\n  {\n    "_index": "packets-2026-11-20",\n    "_source": {', /packets, as tcpdump prints and/, proxy],
  [
    '<?xml version="1.0"?>\n<pdml version="0" creator="wireshark/4.2">',
    /packets, as tcpdump prints and/,
    proxy,
  ],
  ['1893:9:websocket;0:~8:response;402:7:reason;2:OK,', /mitmproxy/, /hardump=traffic\.har/],
  [
    '<?xml version="1.0"?>\n<!DOCTYPE items [\n<!ELEMENT items (item*)>\n]>\n<items burpVersion="2026.1" exportTime="x">',
    /Burp/,
    proxy,
  ],
  ['==== 1 ==========\r\nGET https://gateway.example/ HTTP/1.1\r\n', /ZAP/, /as HAR/],
  [bytes(`${zip}[Content_Types].xml${zip}raw/0001_c.txt`), /Fiddler/, /HTTPArchive/],
  [bytes(`${zip}har.har`), /zip archive/, /unpack it/],
  [bytes('BZh91AY&SY'), /an archive/, /unpack it/],
  [gzipSync(bytes(`day/a.har${'\0'.repeat(248)}ustar`)), /an archive/, /unpack it/],
  [Buffer.from(`\ufeff{"log": {"entries": []}}`, 'utf16le'), /UTF-16/, /UTF-8/],
  ['{"constants":{"activeFieldTrialGroups":[]},\n"events": [', /Chrome's log of network events/, /HAR/],
  [
    '{\n\t"info": {\n\t\t"_postman_id": "5d2f8c14",\n\t\t"name": "Gateway"\n\t},\n\t"item": [{"request": {',
    /collection of Postman/,
    /newman/,
  ],
  [
    '{"info":{"name":"Gateway","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"request":{}}]}',
    /collection of Postman/,
    /newman/,
  ],
  ['{"_type":"export","__export_format":4,"resources":[]}', /Insomnia/, proxy],
  ['type: collection.insomnia.rest/5.0\nname: Gateway\n', /Insomnia/, proxy],
];

async function refusal(content: string | Buffer): Promise<ConfigurationError> {
  const source = openSource('given', Readable.from([Buffer.from(content)]));
  const error = await source.then(
    ({ form }) => form,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ConfigurationError, String(error));
  return error;
}

describe('a file of a form that cannot be judged', () => {
  for (const [content, name, instead] of cases)
    it(`is named, with what to do: ${JSON.stringify(content.toString('latin1').slice(0, 40))}`, async () => {
      const { message, hint, line } = await refusal(content);
      assert.match(message, name);
      assert.match(hint, instead);
      assert.ok(!line.includes('\n') && line.length < 300, line);
    });

  it('is known behind a mark of the byte order and in gzip', async () => {
    assert.match((await refusal(`\ufeff${common}`)).message, /common or combined/);
    assert.match((await refusal(gzipSync(common))).message, /common or combined/);
  });

  it('ends an audit with one line and exit code 2', async (t) => {
    const { code, stdout, stderr } = await auditContent(t, common, [], 'access.log');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr.trim(),
      /^[^\n]*access\.log: holds an access log in the common [^\n]* — log as [^\n]*$/,
    );
  });
});

describe('a file that can be judged', () => {
  const line = {
    startedAt: '2026-11-20T08:30:00.125Z',
    request: { method: 'GET', url: 'https://gateway.example/', headers: {} },
  };

  for (const [what, more] of [
    ['NGINX', { remote_addr: '192.0.2.7', request_time: 0.1 }],
    ['Kong', { latencies: { kong: 3 }, client_ip: '192.0.2.7' }],
    ['Envoy', { response_flags: '-' }],
    ['Traefik', { DownstreamStatus: 200 }],
    ['a cloud', { httpRequest: {} }],
  ] as const)
    it(`is a log whose lines also hold what ${what} logs`, async () => {
      const content = JSON.stringify({ ...more, ...line });
      const { form } = await openSource('given', Readable.from([Buffer.from(content)]));
      assert.equal(form, 'log');
    });

  it('is a HAR file or a recording whose bodies hold such logs', async (t) => {
    const har = JSON.parse(generatedHar()) as {
      log: { entries: { response: { content: { text?: string } } }[] };
    };
    for (const { response } of har.log.entries.slice(0, 3))
      response.content.text = cases.map(([content]) => content.toString('latin1')).join('\n');
    const { stdout, folder } = await auditContent(t, JSON.stringify(har), ['--only', 'HDR-05']);
    assert.match(stdout, /60 exchanges/);
    const { form } = await openSource(`${folder}/recording.jsonl`);
    assert.equal(form, 'recording');
  });
});
