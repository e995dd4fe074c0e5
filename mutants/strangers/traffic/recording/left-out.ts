import type { Entry } from 'har-format';
import type { DayExchange } from '../../../traffic/long-day/world';
import type { Random } from '../../../traffic/seeded';
import type { LoggedMessage, TrafficLine } from '../../../traffic/traffic-log';
import type { Dimension } from '../../dimension';
import { lacks } from '../allowances';
import type { TrafficPart } from '../shape';

type Content = Entry['response']['content'];

const answers =
  (
    change: (content: Content, random: Random) => Content,
    line: (line: TrafficLine, random: Random) => TrafficLine,
  ) =>
  (): TrafficPart => ({
    entries: [
      (entry, random) => ({
        ...entry,
        response: { ...entry.response, content: change(entry.response.content, random) },
      }),
    ],
    lines: [line],
  });

const requests =
  (
    change: (request: Entry['request'], random: Random) => Entry['request'],
    line: (line: TrafficLine, random: Random) => TrafficLine,
  ) =>
  (): TrafficPart => ({
    entries: [(entry, random) => ({ ...entry, request: change(entry.request, random) })],
    lines: [line],
  });

const withoutBody = <Of extends LoggedMessage>({ body: _body, bodyBase64: _bytes, ...message }: Of): Of =>
  message as Of;

const withoutAnswerBody = (line: TrafficLine): TrafficLine =>
  line.response === undefined ? line : { ...line, response: withoutBody(line.response) };

/** A log that keeps no body writes how long it was. */
const withoutRequestBody = (line: TrafficLine): TrafficLine => {
  const { body = '', bodyBase64, headers } = line.request;
  const size = bodyBase64 === undefined ? Buffer.byteLength(body) : Buffer.from(bodyBase64, 'base64').length;
  if (size === 0) return line;
  const length = ['Content-Length', String(size)] as const;
  const more = Array.isArray(headers)
    ? [...(headers as readonly (readonly [string, string])[]), length]
    : { ...(headers as Readonly<Record<string, string>>), [length[0]]: length[1] };
  return { ...line, request: { ...withoutBody(line.request), headers: more } };
};

const withoutText = ({ size, mimeType }: Content): Content => ({ size, mimeType });

const withoutPost = ({ postData: _post, ...request }: Entry['request']): Entry['request'] => request;

const some = 0.3;

/** Leaves some values as they are. */
const sometimes =
  <Of>(change: (value: Of) => Of) =>
  (value: Of, random: Random): Of =>
    random() < some ? change(value) : value;

const cutText = (text: string): string => text.slice(0, 60);

function withoutLastAnswer(exchanges: readonly DayExchange[]): DayExchange[] {
  const last = Math.max(...exchanges.map(({ wire }) => wire.arrivedAt));
  return exchanges.map((each) => {
    const { response: _response, ...wire } = each.wire;
    return wire.arrivedAt === last ? { ...each, wire } : each;
  });
}

const withoutHeader = (wanted: string) => (): TrafficPart => ({
  recorded: [
    (wire) => ({
      ...wire,
      request: {
        ...wire.request,
        headers: wire.request.headers.filter(([name]) => name.toLowerCase() !== wanted.toLowerCase()),
      },
    }),
  ],
});

/** Dimensions of the values that a tool leaves out. */
export const leftOutDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'answer bodies',
    sentence:
      'HAR 1.2, content: text is optional. Traffic guide: the audit does not judge bodies that a tool left out.',
    seam: 'bodies of answers in the file',
    values: [
      { words: 'answers with bodies', allowedBy: '' },
      {
        words: 'answers without bodies',
        allowedBy: "HAR 1.2, content; recordHar of Playwright with content: 'omit'",
        allows: lacks.answerBodies,
        change: answers(withoutText, withoutAnswerBody),
      },
      {
        words: 'some answers without bodies',
        allowedBy: 'HAR 1.2, content; browsers drop bodies from their cache before the export',
        allows: lacks.answerBodies,
        change: answers(sometimes(withoutText), sometimes(withoutAnswerBody)),
      },
      {
        words: 'answers of an unknown size without bodies',
        allowedBy: 'FIELD-NOTES: exports lack bodies that the exporter did not keep',
        allows: lacks.answerBodies,
        change: answers(() => ({ size: -1, mimeType: '' }), withoutAnswerBody),
      },
      {
        words: 'some answers cut',
        allowedBy: 'tools keep bodies up to a limit; HAR 1.2, content: size is that of the whole body',
        allows: lacks.answerBodies,
        change: answers(
          sometimes((content) => ({
            ...content,
            ...(content.encoding === undefined && { text: cutText(content.text ?? '') }),
          })),
          sometimes(withoutAnswerBody),
        ),
      },
    ],
  },
  {
    name: 'request bodies',
    sentence:
      'HAR 1.2, request: postData is optional. Traffic guide: the audit does not judge bodies that a tool left out.',
    seam: 'bodies of requests in the file',
    values: [
      { words: 'requests with bodies', allowedBy: '' },
      {
        words: 'requests without bodies',
        allowedBy: 'HAR 1.2, request: postData is optional, and bodySize tells that there was a body',
        allows: lacks.requestBodies,
        change: requests(withoutPost, withoutRequestBody),
      },
      {
        words: 'some requests without bodies',
        allowedBy: 'HAR 1.2, request: postData is optional; tools leave out long bodies',
        allows: lacks.requestBodies,
        change: requests(sometimes(withoutPost), sometimes(withoutRequestBody)),
      },
      {
        words: 'requests of an unknown size without bodies',
        allowedBy: 'HAR 1.2, bodySize: -1; FIELD-NOTES: exports lack bodies that the exporter did not keep',
        allows: lacks.requestBodies,
        change: requests((request) => ({ ...withoutPost(request), bodySize: -1 }), withoutRequestBody),
      },
    ],
  },
  {
    name: 'answers',
    sentence: 'HAR 1.2 demands a response, and tools write status 0 if none came. A log leaves it out.',
    seam: 'answers in the file',
    values: [
      { words: 'all answers', allowedBy: '' },
      {
        words: 'last answer missing',
        allowedBy: 'the tool ended before the answer came',
        allows: lacks.lastAnswer,
        change: () => ({ kept: [withoutLastAnswer] }),
      },
    ],
  },
  {
    name: 'headers left out',
    sentence: 'Traffic guide: a header that no request of the file has may have been left out.',
    seam: 'headers that the tool leaves out of all requests',
    values: [
      { words: 'all headers', allowedBy: '' },
      {
        words: 'no Authorization in the file',
        allowedBy: 'FIELD-NOTES: HAR exports lack Authorization; docs/guides/traffic.md, Chrome',
        allows: lacks.authorization,
        change: withoutHeader('Authorization'),
      },
    ],
  },
];
