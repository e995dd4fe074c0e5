import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toolNamedIn } from '../../support/contract/http-tools';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';

/** A User-Agent as a tool sends it, and the tool. */
const sent: Readonly<Record<string, string | undefined>> = {
  'PostmanRuntime/7.36.0': 'Postman',
  'curl/8.4.0': 'curl',
  'insomnia/2023.5.8': 'Insomnia',
  'Grafana k6/1.0': 'k6',
  'k6/0.49.0 (https://k6.io/)': 'k6',
  'JMeter/5.6': 'JMeter',
  'okhttp/4.12.0': 'okhttp',
  'python-requests/2.31.0': 'python-requests',
  'Python/3.11 aiohttp/3.9.1': 'aiohttp',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)': 'Apache HttpClient',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36': 'a browser',
  'Ward-Connect/4.2': undefined,
  'Postman of ward 7': undefined,
  '': undefined,
};

it('a tool is named by the product in User-Agent, also from what the recorder keeps of it', () => {
  const redactor = new ExchangeRedactor();
  for (const [userAgent, tool] of Object.entries(sent)) {
    assert.equal(toolNamedIn(userAgent), tool, userAgent);
    assert.equal(toolNamedIn(redactor.header('User-Agent', userAgent)), tool, userAgent);
  }
});

it('nothing else of a User-Agent is kept for the sake of a tool', () => {
  const kept = new ExchangeRedactor().header(
    'User-Agent',
    'insomnia/9.1 k6zq8Xv3R29 (nurse-rao) gatling/s3cr3tPw',
  );
  assert.match(kept, /^insomnia\/9\.1 ‹text, 11› \(‹[^›]+›\) ‹[^›]+›$/);
});
