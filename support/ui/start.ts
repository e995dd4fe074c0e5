import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { ConfigurationError } from '../targets/errors';
import { guard } from './server/access';
import { Doctor } from './server/doctor';
import { addErrors, nothingThere } from './server/errors';
import { HandRuns } from './server/hand-runs';
import { EventHub } from './server/event-hub';
import { addPages } from './server/pages';
import { Proxy } from './server/proxy';
import { ReportShelf } from './server/reports';
import { addRoutes } from './server/routes';
import { Runs } from './server/run';
import { TypedVariables } from './server/typed-variables';
import { addStream } from './server/stream';
import { EditedTarget } from './server/target';
import type { TrafficParts } from './server/traffic';
import { Traffic } from './server/traffic';

export interface UiOptions {
  /** Path of the target file, which may not exist yet */
  readonly target: string;
  readonly reports: string;
  /** Port to listen on; 0 for any free port */
  readonly port: number;
  /** The environment of the command; by default that of this process */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A running `conform ui` server */
export interface Ui {
  /**
   * URL that opens the page in a browser. It contains a token; the server exchanges it for a cookie that
   * later requests need.
   */
  readonly url: string;
  /** Returns a URL like `url`, but with a token that works only once. */
  urlForOnce(): string;
  /** Stops the run, the proxy and the doctor, waits until they have ended, and closes all connections. */
  close(): Promise<void>;
}

/** Serves the page on 127.0.0.1 only. Throws a ConfigurationError if the server cannot listen on the port. */
export async function startUi({ target: file, reports, port, environment }: UiOptions): Promise<Ui> {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024,
    frameworkErrors: nothingThere,
    // Reject a body that does not match its schema. By default, Fastify would convert types and drop unknown
    // members instead.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  // Accept only JSON, which our pages send. Fastify's parser for text/plain would also accept form
  // submissions from other sites.
  app.removeContentTypeParser('text/plain');
  const closers: Closer[] = [];
  const close = async (): Promise<void> => {
    const faults: unknown[] = [];
    // If one part cannot be closed, still close the others.
    for (const each of closers.splice(0).reverse())
      await Promise.resolve()
        .then(each)
        .catch((fault: unknown) => void faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
  };
  try {
    let own = port;
    const [hub, secrets] = [new EventHub(), new TypedVariables(environment)];
    const { token, once } = guard(app, () => own);
    const target = new EditedTarget(file, { hub, secrets });
    const doctor = new Doctor({ hub, secrets, target });
    closers.push(() => doctor.stop());
    const judging = openTraffic({ hub, secrets, target, reports }, closers);
    const hand = new HandRuns(hub);
    const runs = new Runs({ hub, secrets, target, hand, reports });
    // Closers run in reverse order. The server closes first, so that pages cannot start anything while the
    // other parts close.
    closers.push(
      () => runs.close(),
      () => app.close(),
    );
    addErrors(app, secrets);
    addStream(app, hub);
    addPages(app, reports);
    addRoutes(app, { target, doctor, runs, hand, ...judging });
    await listen(app, port);
    own = (app.server.address() as AddressInfo).port;
    const first = (given: string): string => `http://127.0.0.1:${own}/?token=${given}`;
    return { url: first(token), urlForOnce: () => first(once()), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closer = () => Promise<void> | void;

/**
 * Creates the parts that judge traffic and keep reports, and a temporary folder for uploaded files. Adds the
 * functions that close them to `closers`.
 */
function openTraffic(parts: Omit<TrafficParts, 'folder'>, closers: Closer[]) {
  const given = { ...parts, folder: mkdtempSync(join(tmpdir(), 'conform-ui-')) };
  const [traffic, proxy] = [new Traffic(given), new Proxy(given)];
  closers.push(
    () => rm(given.folder, { recursive: true, force: true }),
    () => traffic.close(),
    () => proxy.close(),
  );
  return { traffic, proxy, reports: new ReportShelf(given) };
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `127.0.0.1:${port} cannot be listened on (${code})`,
      { at: '--port' },
      'name another, or leave the option out for a free one',
    );
  }
}
