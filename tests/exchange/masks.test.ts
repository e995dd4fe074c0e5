import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isMask, mayHoldMask } from '../../support/exchange/masks';

it('masks are told from values', () => {
  for (const mask of [
    ...[
      '****',
      'xxxxxxxx',
      '<masked>',
      '(hidden)',
      'eyJh***',
      '%%%',
      'eyJhbGci…',
      'eyJhbGci...9xQw',
      '*'.repeat(40),
    ],
    ...['[Authorization redacted]', '(sensitive value)', 'REDACTED_BY_GATEWAY'],
    ...['Bearer ****', 'Basic xxxxx', '********1234', 'Bearer eyJh...', '…', '[...]', '<…>', '%%%%%%%%'],
    ...[
      '[FILTERED]',
      'REDACTED',
      'redacted',
      '<redacted>',
      '<redacted:32>',
      '[REDACTED LENGTH 34]',
      '[sanitized]',
    ],
    ...['***Sensitive Data Redacted***', 'HIDDEN_DUE_TO_SECURITY_REASONS', '{{redacted}}', '[MASKED:9]'],
    ...[
      '[secret removed]',
      '<hidden>',
      'HIDDEN',
      'not shown',
      '[DELETED]',
      '[access_token redacted]',
      '●●●●',
      '????',
    ],
  ]) {
    assert.ok(isMask(mask), mask);
    const text = JSON.stringify({ a: JSON.stringify({ b: mask }) });
    // Some libraries write no more than ASCII, and some no angle brackets.
    const escaped = text.replaceAll(
      /[^ -~]|[<>]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const written of [text, escaped]) assert.ok(mayHoldMask(written), written);
  }
  for (const value of [
    'xx',
    '1111',
    '000000',
    'secret',
    'a*b',
    '*/*',
    'Bearer null',
    'masked-ball.example',
    'unredacted',
    '<token>',
    '{access_token}',
    'eyJhbGciOiJub25lIn0..',
    'Mozilla/5.0 (hidden) ...',
    'a secret [removed] here',
    '',
  ])
    assert.equal(isMask(value), false, value);
});
