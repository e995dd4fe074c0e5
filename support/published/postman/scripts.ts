import { schemaWithin } from '../../contract/schemas';
import type { Operation } from '../../contract/operations';

/** A script of a request, as Postman keeps it. */
export interface PostmanEvent {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

const event = (listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** What runs before a request and after its answer. */
export function eventsOf(operation: Operation): PostmanEvent[] {
  const { id } = operation;
  const tests = testsOf(operation);
  const after = id === 'session.create' ? [...tests, ...keepToken] : tests;
  return [...(id === 'preauth.submit' ? [event('prerequest', newCycle)] : []), event('test', after)];
}

/** A preauthorization begins a cycle; later requests belong to it. */
const newCycle = ["pm.collectionVariables.set('correlationId', pm.variables.replaceIn('{{$guid}}'));"];

/** The value of bearer_auth is a reading: Bearer, and the token of the session (clause 5.1.8). */
const keepToken = [
  'const { accessToken } = pm.response.json();',
  "pm.collectionVariables.set('accessToken', accessToken);",
  "pm.collectionVariables.set('bearerAuth', `Bearer ${accessToken}`);",
];

function testsOf({ answers, clause, receiver }: Operation): string[] {
  const body = answers[200];
  if (body === undefined) {
    const who = receiver === 'provider' ? 'The callback' : 'The request';
    return [
      `pm.test('${who} is accepted; its answer is not shown (clause ${clause})', () => {`,
      '  pm.expect(pm.response.code).to.be.within(200, 299);',
      '});',
    ];
  }
  return [
    `pm.test('The status is 200 (clause ${clause})', () => pm.response.to.have.status(200));`,
    ...(body === 'text'
      ? [
          `pm.test('The body is a PUBLIC KEY block (clause ${clause})', () => {`,
          "  pm.expect(pm.response.text()).to.include('-----BEGIN PUBLIC KEY-----');",
          '});',
        ]
      : [
          `const schema = ${JSON.stringify(withoutExamples(body))};`,
          `pm.test('The body has its documented members (clause ${clause})', () => pm.response.to.have.jsonSchema(schema));`,
        ]),
  ];
}

function withoutExamples(schema: string): Record<string, unknown> {
  const { examples: _examples, ...rest } = schemaWithin(schema);
  return rest;
}
