export interface Taking<Body> {
  readonly Body: Body;
}

/** A body with these members and no others; all are required but those that are named. */
export const body = (properties: object, optional: readonly string[] = []) => ({
  schema: {
    body: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
      properties,
    },
  },
});

export const query = (properties: object, required: readonly string[]) => ({
  schema: { querystring: { type: 'object', additionalProperties: false, required, properties } },
});

export const short = { type: 'string', minLength: 1, maxLength: 4096 } as const;
