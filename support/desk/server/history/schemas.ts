const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;

const waiver = {
  type: 'object',
  required: ['id', 'reason', 'approver', 'expires'],
  additionalProperties: false,
  properties: { id: text(20), reason: text(2000), approver: text(300), expires: text(20) },
} as const;

export const trendSchema = {
  querystring: { type: 'object', properties: { target: text(500) } },
} as const;

/** One change of approved exceptions; the reader of their file finds what a run would refuse. */
export const changeSchema = {
  body: {
    type: 'object',
    required: ['seen', 'change'],
    properties: {
      seen: text(100),
      change: {
        type: 'object',
        required: ['act'],
        properties: { act: { enum: ['add', 'change', 'remove'] }, id: text(20), waiver },
        allOf: [
          {
            if: { properties: { act: { const: 'remove' } } },
            then: { required: ['id'] },
            else: { required: ['waiver'] },
          },
          { if: { properties: { act: { const: 'change' } } }, then: { required: ['id'] } },
        ],
      },
    },
  },
} as const;

const file = {
  type: 'object',
  required: ['name', 'text'],
  properties: { name: text(300), text: text(1024 * 1024) },
} as const;

export const checkSchema = {
  body: {
    type: 'object',
    properties: { nonce: text(300), key: file, conforms: { enum: ['any', 'service', 'integrator'] } },
  },
} as const;
