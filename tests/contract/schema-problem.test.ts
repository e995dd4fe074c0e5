import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020';
import { schemaProblemOf } from '../../support/contract/schema-problem';
import { checkSchema } from '../../support/contract/schemas';
import { changedSchemaExample, fields } from './schema-cases';

const planted = '493827';

function messages(name: string, body: unknown): string[] {
  return checkSchema(`contract/${name}`, body).map((each) => each.message);
}

/** Message about one member of an object, under a schema made for the purpose. */
function messageAbout(member: string, schema: object, value: unknown): string | undefined {
  const validate = new Ajv2020({ strict: false, verbose: true }).compile({
    properties: { [member]: schema },
  });
  assert.equal(validate({ [member]: value }), false);
  return validate.errors?.map((each) => schemaProblemOf(each).message)[0];
}

describe('the message of a problem', () => {
  it('says where, what is right and what stood there', () => {
    const seen = (name: string, path: string, value: unknown) =>
      messages(name, changedSchemaExample(name, path, value));
    assert.deepEqual(seen('session-response', '/expiresIn', '1200'), [
      '/expiresIn must be integer, is "1200"',
    ]);
    assert.deepEqual(seen('session-response', '/expiresIn', 1.5), ['/expiresIn must be integer, is 1.5']);
    assert.deepEqual(seen('session-response', '/expiresIn', null), ['/expiresIn must be integer, is null']);
    assert.deepEqual(seen('trigger-action', '/method', 'claim'), [
      '/method must be one of "Preauth", "Claim", is "claim"',
    ]);
    assert.deepEqual(seen('key-material', '/curve', 'X25519'), ['/curve must be "Curve25519", is "X25519"']);
    assert.deepEqual(seen('session-request', '/clientId', ''), [
      '/clientId must not be empty, is an empty string',
    ]);
    assert.deepEqual(seen('session-request', '/clientId', undefined), ['/clientId is missing']);
    assert.deepEqual(seen('error', '/a~b', 1), ['/a~0b is not allowed here']);
    assert.deepEqual(messages('error', []), ['the value must be object, is an array']);
    assert.deepEqual(messages('error', undefined), ['the value must be object, is absent']);
  });

  it('names the type alone where free text, and so a secret, may stand', () => {
    const closed = [
      '/grantType',
      '/action',
      '/method',
      '/cryptoAlg',
      '/curve',
      '/expiresIn',
      '/refreshExpiresIn',
    ];
    let looked = 0;
    for (const [name, paths] of Object.entries(fields)) {
      for (const path of Object.keys(paths).filter((each) => !closed.includes(each))) {
        for (const value of [Number(planted), planted, [planted], { planted }]) {
          const said = messages(name, changedSchemaExample(name, path, value)).join('; ');
          assert.ok(!said.includes(planted), `${name}${path}: ${said}`);
          if (said !== '') looked += 1;
        }
      }
    }
    assert.ok(looked > 60, `only ${looked} messages were looked at`);
    assert.deepEqual(messages('otp-verification-request', { otp: 493827, txnId: 'x' }), [
      '/otp must be string, is a number',
    ]);
  });

  it('shows no long text, such as a token in the wrong member', () => {
    const [said] = messages(
      'session-response',
      changedSchemaExample('session-response', '/expiresIn', planted.repeat(10)),
    );
    assert.equal(said, '/expiresIn must be integer, is a string of 60 characters');
  });

  it('shows no value under the name of a secret, though its schema is closed', () => {
    assert.equal(
      messageAbout('attempts', { type: 'integer' }, planted),
      '/attempts must be integer, is "493827"',
    );
    for (const name of [
      'otp',
      'clientSecret',
      'accessToken',
      'loginId',
      'nationalId',
      'privateKey',
      'password',
    ]) {
      const said = messageAbout(name, { type: 'integer' }, planted);
      assert.equal(said, `/${name} must be integer, is a string of 6 characters`);
      assert.equal(messageAbout(name, { const: 1 }, Number(planted)), `/${name} must be 1, is a number`);
    }
  });

  it('points at a member that another one demands, or that nothing evaluates', () => {
    assert.equal(messageAbout('a', { dependentRequired: { b: ['c/d'] } }, { b: 1 }), '/a/c~1d is missing');
    const open = { properties: { b: true }, unevaluatedProperties: false };
    assert.equal(messageAbout('a', open, { c: 1 }), '/a/c is not allowed here');
  });
});
