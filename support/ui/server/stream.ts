import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { EventHub } from './event-hub';

/** Maximum number of events per message. Several smaller messages let the page redraw between them. */
const mostInBatch = 500;
/** Time that the server waits for further events before it sends them in one message, in milliseconds */
const gatherMs = 40;
/**
 * Time between heartbeats, in milliseconds. They prevent intermediaries from closing a stream without events.
 */
const heartbeatMs = 15_000;
/** Time after which a browser reconnects a broken stream, in milliseconds */
const retryMs = 1000;
/**
 * Maximum number of open streams. Browsers open at most six connections to a server, so the limit leaves some
 * for other requests.
 */
const mostStreams = 4;

/**
 * Adds the event stream `GET /events` (server-sent events, WHATWG HTML 9.2). The stream starts with `all` if
 * all current events follow, or with `on` if it continues after the last event that the page received. If too
 * many streams are open, the oldest one ends with `parked`; its page reconnects when the user returns to it.
 */
export function addStream(app: FastifyInstance, hub: EventHub): void {
  const open: ServerResponse[] = [];
  app.get<{ Querystring: { after?: string } }>('/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
    });
    if (open.length >= mostStreams) open.shift()?.end('event: parked\ndata:\n\n');
    open.push(raw);
    raw.on('close', () => {
      const at = open.indexOf(raw);
      if (at >= 0) open.splice(at, 1);
    });
    const { 'last-event-id': last = request.query.after } = request.headers;
    follow(raw, hub, numberOf(last, hub));
  });
}

/**
 * Returns the number of the last event that the page has. Returns `undefined` if the page needs all events:
 * it is new, its events came from another server process, or it has missed dropped events.
 */
function numberOf(last: string | string[] | undefined, { epoch, thinnedTo }: EventHub): number | undefined {
  const [, told, number] = /^(.+)-(\d{1,15})$/.exec(String(last)) ?? [];
  return told === epoch && Number(number) >= thinnedTo ? Number(number) : undefined;
}

function follow(raw: ServerResponse, hub: EventHub, from: number | undefined): void {
  let cursor = from ?? 0;
  /**
   * `hub.thinnedTo` when the page began to load events. If it rises above this value and `cursor`, the page
   * has missed dropped events. The page must then load all events again.
   */
  let knownGap = hub.thinnedTo;
  let timer: NodeJS.Timeout | undefined;
  /**
   * Sends one message. Returns false if the stream's buffer is full; `flush` then continues on the stream's
   * `drain` event.
   */
  const send = (text: string): boolean => {
    const keepsUp = raw.write(`id: ${hub.epoch}-${cursor}\n${text}\n\n`);
    if (!keepsUp) raw.once('drain', flush);
    return keepsUp;
  };
  const begin = (how: 'all' | 'on'): boolean => send(`retry: ${retryMs}\nevent: ${how}\ndata:`);
  const flush = (): void => {
    timer = undefined;
    if (raw.writableEnded) return;
    if (hub.thinnedTo > Math.max(cursor, knownGap)) {
      [cursor, knownGap] = [0, hub.thinnedTo];
      if (!begin('all')) return;
    }
    for (let batch = hub.after(cursor, mostInBatch); batch; batch = hub.after(cursor, mostInBatch)) {
      cursor = batch.upTo;
      if (!send(`data: ${JSON.stringify(batch.events)}`)) return;
    }
  };
  const news = (): void => {
    if (!raw.writableNeedDrain) timer ??= setTimeout(flush, gatherMs);
  };
  const forget = hub.onNews(news);
  const heartbeat = setInterval(() => {
    if (!raw.writableNeedDrain && !raw.writableEnded) raw.write(':\n\n');
  }, heartbeatMs);
  raw.on('close', () => {
    forget();
    clearTimeout(timer);
    clearInterval(heartbeat);
  });
  if (begin(from === undefined ? 'all' : 'on')) flush();
}
