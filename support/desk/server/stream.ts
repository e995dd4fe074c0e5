import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub';

/** What a page takes in one go, so that none keeps it from drawing. */
const mostInBatch = 500;
/** What comes within this time is told together, in milliseconds. */
const gatherMs = 40;
/** A connection that says nothing for longer is taken for dead by what stands between, in milliseconds. */
const heartbeatMs = 15_000;

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

/** Where a page goes on; one of another process takes all anew. */
function lastNumber(header: string | string[] | undefined, { epoch, last }: Hub): number | undefined {
  if (header === undefined) return last;
  const [told, number] = String(header).split(' ');
  return told === epoch && /^\d{1,15}$/.test(number ?? '') ? Number(number) : undefined;
}

function follow(raw: ServerResponse, hub: Hub, from: number | undefined): void {
  let cursor = from ?? hub.last;
  let timer: NodeJS.Timeout | undefined;
  const id = () => `id: ${hub.epoch} ${cursor}\n`;
  raw.write(`${id()}event: ${from === undefined ? 'anew' : 'ready'}\ndata: ${hub.epoch}\n\n`);
  const flush = (): void => {
    timer = undefined;
    for (let batch = hub.after(cursor, mostInBatch); batch; batch = hub.after(cursor, mostInBatch)) {
      cursor = batch.upTo;
      // A page that does not keep up is told the rest once it has taken this.
      if (!raw.write(`${id()}data: ${JSON.stringify(batch)}\n\n`)) return void raw.once('drain', flush);
    }
  };
  const news = (): void => {
    if (raw.writableNeedDrain) return;
    timer ??= setTimeout(flush, gatherMs);
  };
  const forget = hub.onNews(news);
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
  raw.on('close', () => {
    forget();
    clearTimeout(timer);
    clearInterval(heartbeat);
  });
  news();
}
