import type { Passed } from '../passed';

/*
 * What went through, as bytes: they cross to another thread far more quickly than the strings and objects that they are
 * made of. The fixed part holds times and lengths; behind it stand the lines of the request, those of the answer, what was
 * kept of both bodies, and, as JSON, the little that most exchanges do not have.
 */

const fixed = 60;
/** Times and sizes: a double holds each of them whole. */
const at = {
  front: 4,
  status: 5,
  parts: 7,
  arrivedAt: 8,
  answeredAt: 16,
  sentBytes: 24,
  gotBytes: 32,
} as const;
/** Lengths of what stands behind the fixed part. */
const lengthAt = { asked: 40, answered: 44, sent: 48, got: 52, rest: 56 } as const;
const hasBody = 1;
const hasAnswer = 2;

type Rest = Pick<Passed, 'flaw' | 'failure' | 'tls'>;

/** An exchange that is about to be written down as bytes. */
export interface Frame {
  readonly bytes: number;
  /** Writes it from there on. */
  writeTo(buffer: Buffer, start: number): void;
}

/** A header holds no line end, and no character beyond Latin-1: a parser that finds one refuses it. */
function linesOf(first: string, headers: readonly string[]): string {
  return headers.length === 0 ? first : `${first}\n${headers.join('\n')}`;
}

function restOf({ flaw, failure, tls }: Passed): string {
  if (flaw === undefined && failure === undefined && tls === undefined) return '';
  return JSON.stringify({ flaw, failure, tls } satisfies { [Name in keyof Rest]: Rest[Name] | undefined });
}

const lengthOf = (chunks: readonly Buffer[] = []): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

/** @param front its number among those of the proxy */
export function frameOf(front: number, passed: Passed): Frame {
  const { method, url, source = '', headers, body, answer } = passed;
  const asked = linesOf(`${method}\n${url}\n${source}`, headers);
  const answered = answer === undefined ? '' : linesOf('', answer.headers);
  const rest = Buffer.from(restOf(passed));
  const [sent, got] = [lengthOf(body?.chunks), lengthOf(answer?.body.chunks)];
  const bytes = fixed + asked.length + answered.length + sent + got + rest.length;
  return {
    bytes,
    writeTo(buffer, start) {
      buffer.writeUInt32LE(bytes, start);
      buffer.writeUInt8(front, start + at.front);
      buffer.writeUInt16LE(answer?.status ?? 0, start + at.status);
      buffer.writeUInt8((body ? hasBody : 0) + (answer ? hasAnswer : 0), start + at.parts);
      buffer.writeDoubleLE(passed.arrivedAt, start + at.arrivedAt);
      buffer.writeDoubleLE(passed.answeredAt, start + at.answeredAt);
      buffer.writeDoubleLE(body?.bytes ?? 0, start + at.sentBytes);
      buffer.writeDoubleLE(answer?.body.bytes ?? 0, start + at.gotBytes);
      const lengths = [asked.length, answered.length, sent, got, rest.length];
      for (const [index, length] of lengths.entries())
        buffer.writeUInt32LE(length, start + lengthAt.asked + 4 * index);
      let next = start + fixed;
      next += buffer.write(asked, next, 'latin1');
      next += buffer.write(answered, next, 'latin1');
      for (const chunk of [...(body?.chunks ?? []), ...(answer?.body.chunks ?? []), rest])
        next += chunk.copy(buffer, next);
    },
  };
}

/** What was written down, with the number of its front. */
interface Read {
  readonly front: number;
  readonly passed: Passed;
}

/** Reads what stands in bytes, one exchange after the other; its bodies are parts of them. */
export function* framesIn(bytes: Uint8Array): Generator<Read> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; start += buffer.readUInt32LE(start))
    yield readFrom(buffer, start);
}

function readFrom(buffer: Buffer, start: number): Read {
  const double = (offset: number): number => buffer.readDoubleLE(start + offset);
  let next = start + fixed;
  const part = (offset: number): Buffer => {
    const from = next;
    next += buffer.readUInt32LE(start + offset);
    return buffer.subarray(from, next);
  };
  const linesAt = (offset: number): string[] => part(offset).toString('latin1').split('\n');
  const [method = '', url = '', source = '', ...headers] = linesAt(lengthAt.asked);
  const [, ...answered] = linesAt(lengthAt.answered);
  const [sent, got, rest] = [part(lengthAt.sent), part(lengthAt.got), part(lengthAt.rest)];
  const parts = buffer.readUInt8(start + at.parts);
  const status = buffer.readUInt16LE(start + at.status);
  const body = { chunks: [sent], bytes: double(at.sentBytes) };
  const answer = { status, headers: answered, body: { chunks: [got], bytes: double(at.gotBytes) } };
  return {
    front: buffer.readUInt8(start + at.front),
    passed: {
      arrivedAt: double(at.arrivedAt),
      answeredAt: double(at.answeredAt),
      ...{ method, url, headers },
      ...((parts & hasBody) !== 0 && { body }),
      ...((parts & hasAnswer) !== 0 && { answer }),
      ...(source !== '' && { source }),
      ...(rest.length > 0 && (JSON.parse(rest.toString('utf8')) as Rest)),
    },
  };
}
