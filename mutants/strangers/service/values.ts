import type { MockOperation, MockReply } from '../../../support/mock/seams';
import type { JsonObject } from '../../replies';
import type { DimensionValue } from '../dimension';
import type { EditReply, ServicePart } from './shape';

export type ServiceValue = DimensionValue<ServicePart>;

/** Returns a value that changes nothing. */
export const usual = (words: string): ServiceValue => ({ words, allowedBy: '' });

/** Returns a value that makes a change without a state. */
export const changing = (words: string, allowedBy: string, part: ServicePart): ServiceValue => ({
  words,
  allowedBy,
  change: () => part,
});

/** Returns a value that changes the replies of the mock. */
export const replying = (words: string, allowedBy: string, edit: EditReply): ServiceValue =>
  changing(words, allowedBy, { replies: [edit] });

/** Limits an edit to replies of some operations with some statuses. */
export const repliesOf =
  (operations: readonly MockOperation[], statuses: (status: number) => boolean, edit: EditReply): EditReply =>
  (reply, about) =>
    operations.includes(about.operation) && statuses(reply.status) ? edit(reply, about) : reply;

/** Limits an edit to refusals with a status of 4xx and one of these codes of the mock. */
export const refusalsWith =
  (
    codes: readonly string[],
    edit: (error: { code: string; message: string }, reply: MockReply) => MockReply,
  ): EditReply =>
  (reply) => {
    const { error } = (isJson(reply.body) ? reply.body : {}) as { error?: { code: string; message: string } };
    const isRefusal = reply.status >= 400 && reply.status < 500;
    return isRefusal && error !== undefined && codes.includes(error.code) ? edit(error, reply) : reply;
  };

/** Changes the code for wrong credentials, and nothing else. */
export const withCredentialsCode = (code: string): EditReply =>
  refusalsWith(['SVC-9999'], (error, { body, ...reply }) => ({
    ...reply,
    body: { ...(body as JsonObject), error: { ...error, code } },
  }));

export function isJson(body: MockReply['body']): body is JsonObject {
  return typeof body === 'object' && !Buffer.isBuffer(body);
}

/** Limits an edit to JSON objects. */
export const ofJson =
  (change: (body: JsonObject) => object): EditReply =>
  (reply) =>
    isJson(reply.body) ? { ...reply, body: change(reply.body) } : reply;
