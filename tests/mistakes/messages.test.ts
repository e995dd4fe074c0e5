import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { readChange } from '../../support/scenarios/mistakes/change';
import { changedExample } from '../../support/scenarios/mistakes/example-of';
import { recordingWith } from '../../support/scenarios/mistakes/recordings';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import type { ExamplePair } from '../../support/scenarios/mistakes/slip';
import { requireBroken, requireKept } from '../../support/scenarios/mistakes/slip';

/** Returns the message of a row that expects the first cause of that obligation. */
function messageOf(id: string, pair: ExamplePair): string {
  const obligation = contractObligations.get(id);
  try {
    requireBroken(obligation, pair, obligation.causes?.[0] ?? assert.fail(id));
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a row that keeps the rule', () => {
  before(tapMessages);
  const home = contractObligations.get('HDR-06');

  it('passes if the judge sees the change and finds no breach', () => {
    const pair = changedExample('v3 request', readChange('the header "Via: 1.1 proxy"'));
    requireKept(home, pair);
  });

  it('fails if the change breaks the rule, with what the judge found', () => {
    const pair = changedExample('v3 request', readChange('no "TIMESTAMP"'));
    assert.throws(() => {
      requireKept(home, pair);
    }, /^Error: HDR-06 does not pass on the recording with the change:\n {2}sent: [^]*\n {2}cause: the header is set/);
  });

  it('fails if the judge sees nothing of the recording with the change', () => {
    const { right } = changedExample('v3 request', readChange('no "TIMESTAMP"'));
    assert.throws(() => {
      requireKept(home, { right, wrong: [] });
    }, /HDR-06 is not seen in the recording with the change\.\nIts judge made 0 observations/);
  });
});

describe('the message of a row that fails', () => {
  before(tapMessages);
  const late = () => changedExample('v3 request', readChange('no "TIMESTAMP"'));

  it('shows what the judge found in the recording that is right, and which client composes it', () => {
    const { wrong } = late();
    const message = messageOf('HDR-06', { right: wrong, wrong });
    assert.match(message, /^HDR-06 does not pass on the recording that is right:$/m);
    for (const name of ['sent', 'expected', 'seen', 'cause'])
      assert.match(message, new RegExp(`^  ${name}: \\S`, 'm'));
    assert.match(
      message,
      /change the code that makes the recording: support\/client\/requests\.ts, and support\/client\/integrator /,
    );
  });

  it('shows what was there to see where the judge observes nothing', () => {
    const { right } = late();
    const message = messageOf('ENC-04', { right, wrong: right });
    assert.match(message, /^ENC-04 is not seen in the recording that is right\.$/m);
    assert.match(message, /^Its judge made 0 observations of these:$/m);
    assert.match(message, /^ {2}integrator: POST \/api\/hiecm\/gateway\/v3\/sessions → 200$/m);
  });

  it('shows what was there to see where the judge finds no breach, and who answers', () => {
    const { right } = changedExample('session answer', readChange('status 401'));
    const message = messageOf('SES-05', { right, wrong: right });
    assert.match(message, /^SES-05 passes, and is to break because of: /m);
    assert.match(message, /^Its judge made 1 observation of these:$/m);
    assert.match(message, /the mock in support\/mock, whose answers these are/);
  });

  it('names the client of the payer for conversations', async () => {
    const { right } = await recordingWith('an approved claim', 'state "pending"', 'integrator');
    assert.match(messageOf('FLW-05', { right, wrong: right }), /support\/client\/integrator\/payer/);
  });
});
