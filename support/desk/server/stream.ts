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

/** Adds the stream of events (server-sent events, WHATWG HTML 9.2), and what was told before a page opened. */
export function addStream(app: FastifyInstance, hub: Hub): void {
  app.get('/api/events/kept', () => hub.kept());
  app.get('/api/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    follow(raw, hub, lastNumber(request.headers['last-event-id'], hub));
  });
}

/** Where a page goes on; one of another process takes all again. */
function lastNumber(header: string | string[] | undefined, { epoch, last }: Hub): number | undefined {
  if (header === undefined) return last;
  const [told, number] = String(header).split(' ');
  return told === epoch && /^\d{1,15}$/.test(number ?? '') ? Number(number) : undefined;
}

function follow(raw: ServerResponse, hub: Hub, from: number | undefined): void {
  let cursor = from ?? hub.last;
  let timer: NodeJS.Timeout | undefined;
  /** Tells whether the page keeps up: else the rest follows when it has taken this. */
  const send = (text: string): boolean => {
    const keepsUp = raw.write(`id: ${hub.epoch} ${cursor}\n${text}\n\n`);
    if (!keepsUp) raw.once('drain', flush);
    return keepsUp;
  };
  const begin = (how: 'reset' | 'ready'): boolean =>
    send(`retry: ${retryMs}\nevent: ${how}\ndata: ${hub.epoch}`);
  const flush = (): void => {
    timer = undefined;
    if (hub.hasForgotten(cursor)) {
      cursor = hub.last;
      if (!begin('reset')) return;
    }
    for (let batch = hub.after(cursor, mostInBatch); batch; batch = hub.after(cursor, mostInBatch)) {
      cursor = batch.numbers.at(-1) ?? cursor;
      if (!send(`data: ${JSON.stringify(batch)}`)) return;
    }
  };
  const news = (): void => {
    if (!raw.writableNeedDrain) timer ??= setTimeout(flush, gatherMs);
  };
  const forget = hub.onNews(news);
  const heartbeat = setInterval(() => {
    if (!raw.writableNeedDrain) send('event: still-here\ndata:');
  }, heartbeatMs);
  raw.on('close', () => {
    forget();
    clearTimeout(timer);
    clearInterval(heartbeat);
  });
  if (begin(from === undefined ? 'reset' : 'ready')) news();
}
