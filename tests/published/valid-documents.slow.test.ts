import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Members } from '../../support/contract/json';
import { documentedDeployment } from '../../support/published/deployment';
import { openApiOf } from '../../support/published/openapi/openapi-document';
import { documents } from './documents';
import { verdictOn } from './validity';
import { missing } from '../tools';

/** What the document leaves open, so that the recommended rules have something to remark. */
const silent = /^(info-license #\/info|operation-4xx-response #\/paths\/.*)$/;

describe('an OpenAPI document', { skip: missing('bench/contract-tools') }, () => {
  for (const { service, members } of documents)
    it(`of ${service} is valid for two validators and the recommended rules of a linter`, async () => {
      const { seriousme, errors, warnings } = await verdictOn(members);
      assert.equal(seriousme, true);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        warnings.filter((each) => !silent.test(each)),
        [],
      );
    });

  it('is not valid for either of them once it is broken', async () => {
    const { paths, ...rest } = openApiOf('gateway', documentedDeployment);
    const broken = { ...rest, paths: { ...(paths as Members), '/x': { post: { responses: 'none' } } } };
    const { seriousme, errors } = await verdictOn(broken);
    assert.equal(seriousme, false);
    assert.ok(
      errors.some((each) => each.startsWith('struct ')),
      errors.join(),
    );
  });

  it('breaks a recommended rule where security is left out', async () => {
    const text = JSON.stringify(openApiOf('registry', documentedDeployment)).replace(
      '"security":[{"bearer":[]}],',
      '',
    );
    const { seriousme, errors } = await verdictOn(JSON.parse(text) as Members);
    assert.equal(seriousme, true);
    assert.deepEqual(errors, ['security-defined #/paths/~1api~1v1~1auth~1cert/get']);
  });
});
