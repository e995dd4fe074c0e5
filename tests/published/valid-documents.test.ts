import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonMembers } from '../../support/contract/json';
import { documents } from './documents';

/** What a validator says that others keep; it changes what it is given. */
const problemsOf = async (document: JsonMembers): Promise<unknown> =>
  (await new Validator().validate(structuredClone(document))).errors ?? [];

describe('an OpenAPI document', () => {
  for (const { service, members } of documents)
    it(`of ${service} is valid, and no longer once a response is none`, async () => {
      assert.deepEqual(await problemsOf(members), []);
      const paths = { ...(members.paths as JsonMembers), '/x': { post: { responses: 'none' } } };
      assert.notDeepEqual(await problemsOf({ ...members, paths }), []);
    });
});
