import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import {
  makeTerminalSafe,
  printable,
  printableIn,
  printableLine,
  terminalJson,
} from '../../support/contract/printable';
import { defaultReadings } from '../../support/contract/readings';
import { liveLinesOf } from '../../support/cli/live-lines';
import { LiveUpdateBatcher } from '../../support/traffic/proxy/live-update-batcher';
import { renderAnnotations } from '../../support/report/annotations';
import { renderJunit } from '../../support/report/junit';
import { renderMarkdown } from '../../support/report/markdown';
import { reportOf } from '../../support/report/model/report';
import { renderTerminalSummary } from '../../support/report/summary';
import { rawExchange, recorderKnowing } from '../exchange/planting';
import type { TransportFailure } from '../../support/exchange/exchange';
import type { Results } from '../../support/judging/results';
import { oneOfEach, sampleResults } from '../report/sample-results';

/** What a service, a client, an adapter or a file name may send to a reader's terminal. */
const hostile: Readonly<Record<string, string>> = {
  'a colour': '\u001b[31mred\u001b[0m',
  'concealed text': '\u001b[8mhidden\u001b[28m',
  'a cleared screen': '\u001b[2J\u001b[H',
  'the clipboard (OSC 52)': '\u001b]52;c;cm0gLXJmIC8=\u0007',
  'the title of the window': '\u001b]0;owned\u001b\\',
  'half a sequence': 'x\u001b',
  'C1 controls': '\u009b31m\u009d52;c;eA==\u009c',
  'a backspace': 'failed\b\b\b\b\b\bpassed',
  'a carriage return': 'failed\rpassed',
  'bidi controls': '\u202edessap\u202c \u2066x\u2069 \u200f',
  DEL: 'a\u007fb',
  'a line separator': 'a\u2028b',
};

/** Steers a terminal, or cannot be seen. */
// eslint-disable-next-line no-control-regex
const steers = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('what is not ours', () => {
  for (const [what, text] of Object.entries(hostile))
    it(`steers no terminal: ${what}`, () => {
      assert.match(text, steers);
      for (const fit of [printable, printableLine, (each: string) => terminalJson({ [each]: each })])
        assert.doesNotMatch(fit(text), steers);
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(makeTerminalSafe(text).replace(/\u001b\[(?:31|0)m/g, ''), steers);
      assert.deepEqual(JSON.parse(terminalJson({ [text]: [text] })), { [text]: [text] });
      assert.doesNotMatch(JSON.stringify(printableIn({ [text]: [{ deep: text }] })), steers);
    });

  it('stays as it is where it is harmless', () => {
    for (const text of ['two\nlines\tand a tab', 'ünïcode ✗ → …', 'न\u200dमस्ते', '👩\u200d⚕️'])
      assert.equal(printable(text), text);
  });
});

test('our own colours stay, and no other sequence', () => {
  assert.equal(makeTerminalSafe('\u001b[31m✗\u001b[39m a\u001b[8mb'), '\u001b[31m✗\u001b[39m ab');
});

/** Sample results in which every text that is not ours is hostile. */
function resultsWith(text: string): Results {
  return JSON.parse(
    JSON.stringify(sampleResults(oneOfEach), (name, value: unknown) =>
      typeof value === 'string' &&
      /^(?:reason|message|seen|sent|expected|cause|name|detail|statement|chosen)$/.test(name)
        ? value + text
        : value,
    ),
  ) as Results;
}

describe('no report carries what steers a terminal', () => {
  for (const [what, text] of Object.entries(hostile))
    it(what, () => {
      const report = reportOf(resultsWith(text));
      assert.ok(JSON.stringify(resultsWith(text)).includes(JSON.stringify(text).slice(1, -1)));
      for (const render of [renderAnnotations, renderJunit, renderMarkdown])
        assert.doesNotMatch(render(report), steers, render.name);
      assert.doesNotMatch(renderTerminalSummary(report, 'reports'), steers);
    });
});

function liveLine(failure: TransportFailure, request: object = {}): string {
  const lines: string[] = [];
  const live = new LiveUpdateBatcher({
    conclude: () => new Map(),
    tell: (update) => lines.push(liveLinesOf(update)),
    fault: (error) => {
      assert.ifError(error);
    },
    origin: {},
    places: () => ({ paths: {}, bases: {}, readings: defaultReadings }),
  });
  const exchange = recorderKnowing()(rawExchange({ failure }));
  live.add({ ...exchange, request: { ...exchange.request, ...request } });
  live.flush();
  assert.equal(lines.length, 1);
  return lines.join('');
}

test('live lines say in words why a handshake failed', () => {
  const failing = (code: string) => liveLine({ kind: 'reset', code, message: '' });
  for (const alert of [
    'TLSV1_ALERT_UNKNOWN_CA',
    'SSL/TLS_ALERT_CERTIFICATE_UNKNOWN',
    'SSLV3_ALERT_BAD_CERTIFICATE',
  ])
    assert.match(
      failing(`ERR_SSL_${alert}`),
      / no request: the client does not trust ca\.pem \(Go, curl: SSL_CERT_FILE; .*\) \d+ ms$/,
    );
  assert.match(failing('ERR_SSL_HTTP_REQUEST'), / no request: plain http at a port that speaks TLS \d+ ms$/);
  assert.match(failing('ECONNREFUSED'), / GET \/ ECONNREFUSED \d+ ms$/);
});

test('live lines show methods, paths and codes of others without what steers a terminal', () => {
  for (const text of Object.values(hostile)) {
    const request = { method: `GET${text}`, url: `https://a.example/${text}`, headers: [] };
    const line = liveLine({ kind: 'reset', code: `E${text}`, message: text }, request);
    assert.doesNotMatch(line, steers);
    assert.doesNotMatch(line, /\n/);
  }
});

/** Where text leaves this process; each of these files makes it fit first, or writes no text that is not ours. */
const exits = [
  'support/cli.ts',
  'support/cli/cucumber/dry-run.ts',
  'support/cli/cucumber/named-features.ts',
  'support/cli/surroundings.ts',
  'support/cli/report-to-ci.ts',
  'support/client/integrator/surroundings.ts',
  'support/mock/health.ts',
  'support/mock/server.ts',
  'support/mock/start-mock.ts',
];

test('nothing else writes to a terminal', () => {
  const root = join(__dirname, '../..');
  const writing = globSync('{support,steps}/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /\bconsole\.\w+\(|\bstd(?:out|err)(?:\)|\b)[^;\n]*\.write\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(writing.sort(), [...exits].sort());
});
