import { integratorRoles } from '../../../adapter/roles';

const text = { type: 'string', maxLength: 512 * 1024 } as const;
const shortText = { type: 'string', maxLength: 4096 } as const;

const closed = (properties: object, required = Object.keys(properties)) =>
  ({ type: 'object', additionalProperties: false, required, properties }) as const;

const name = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 200 } as const;

/** What the page may send, by route. */
export const bodies = {
  open: closed({ file: shortText }),
  text: closed({ text, textRevision: { type: 'integer' } }),
  edit: closed({
    edits: {
      type: 'array',
      maxItems: 500,
      items: closed(
        {
          path: {
            type: 'array',
            minItems: 1,
            maxItems: 12,
            items: {
              anyOf: [
                { type: 'integer', minimum: 0 },
                { type: 'string', maxLength: 500 },
              ],
            },
          },
          value: {},
        },
        ['path'],
      ),
    },
  }),
  save: closed({ withProblems: { type: 'boolean' }, over: { type: 'boolean' } }),
  begin: closed(
    {
      kind: { enum: ['mock', 'services', 'client'] },
      services: { type: 'object', additionalProperties: shortText },
      roles: { type: 'array', items: { enum: integratorRoles } },
      start: { enum: ['by-hand', 'program', 'url'] },
      language: shortText,
      url: shortText,
    },
    ['kind'],
  ),
  secret: closed({ name, value: { type: 'string', minLength: 1, maxLength: 64 * 1024 } }),
  forget: closed({ name }),
} as const;
