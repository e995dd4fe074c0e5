import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub';

/** What a page takes in one go, so that none keeps it from drawing. */
const mostInBatch = 500;
/** What comes within this time is told together, in milliseconds. */
const gatherMs = 40;
/** A connection that says nothing for longer is taken for dead by what stands between, in milliseconds. */
const heartbeatMs = 15_000;
/** How soon a page comes back once its connection has broken, in milliseconds. */
const retryMs = 1000;
/** Browsers open six connections to a server: some are left to ask by. */
const mostStreams = 4;

/**
 * Adds the stream of events (server-sent events, WHATWG HTML 9.2). It begins with `all`: everything that holds follows. Who
 * says what came last goes `on` from there. The oldest of too many is `parked`: its page comes back when it is looked at.
 */
export function addStream(app: FastifyInstance, hub: Hub): void {
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

/** Where a page goes on; `undefined`: it takes all, as it is new, was told by another process, or missed too much. */
function numberOf(last: string | string[] | undefined, { epoch, thinnedTo }: Hub): number | undefined {
  const [, told, number] = /^(.+)-(\d{1,15})$/.exec(String(last)) ?? [];
  return told === epoch && Number(number) >= thinnedTo ? Number(number) : undefined;
}

function follow(raw: ServerResponse, hub: Hub, from: number | undefined): void {
  let cursor = from ?? 0;
  /** What was thinned out by then is not missed. */
  let knownGap = hub.thinnedTo;
  let timer: NodeJS.Timeout | undefined;
  /** Tells whether the page keeps up: else the rest follows when it has taken this. */
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
