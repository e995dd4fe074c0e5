import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { ConfigurationError } from '../targets/errors';
import { guard } from './server/access';
import { readAssets } from './server/assets';
import type { DeskContext } from './server/context';
import { addErrors, nothingThere } from './server/errors';
import { HandDesk } from './server/hand/hand-desk';
import { Hub } from './server/hub';
import { addPages, openPaths } from './server/pages';
import { addRoutes } from './server/routes';
import { Secrets } from './server/secrets';
import { addStream } from './server/stream';
import type { Strings } from './server/strings';
import { readStrings } from './server/strings';

/** What the desk is opened for. */
export interface DeskOptions {
  /** The target file; it need not be there yet. */
  readonly target: string;
  readonly reports: string;
  /** 0: a free one. */
  readonly port: number;
  /** What the page says; English by default. */
  readonly strings?: Strings;
}

/** A desk that is open. */
export interface Desk {
  /** The first address, which holds the token. */
  readonly url: string;
  /** A first address that opens the desk once. */
  urlForOnce(): string;
  readonly context: DeskContext;
  /** Ends what goes on, and all connections. */
  close(): Promise<void>;
}

/** Opens the desk on this machine alone. Throws a ConfigurationError where the port is taken. */
export async function startDesk({ target, reports, port, strings }: DeskOptions): Promise<Desk> {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024,
    frameworkErrors: nothingThere,
  });
  // Pages send JSON and files; a form of another site sends this.
  app.removeContentTypeParser('text/plain');
  const folder = await mkdtemp(join(tmpdir(), 'conform-desk-'));
  const closers: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    const faults: unknown[] = [];
    // What cannot be ended keeps nothing else open.
    for (const each of [...closers.splice(0).reverse(), () => app.close()])
      await Promise.resolve()
        .then(each)
        .catch((fault: unknown) => void faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
  };
  const hub = new Hub();
  const context: DeskContext = {
    ...{ hub, hand: new HandDesk(hub), reports, targetFile: target, secrets: new Secrets(), folder },
    defer: (each) => void closers.push(each),
  };
  try {
    let own = port;
    const assets = readAssets();
    const { token, once } = await guard(app, () => own, openPaths(assets));
    addErrors(app, context);
    // What a page hands over as a file goes to its route as it comes.
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
      done(null, payload);
    });
    addStream(app, context.hub);
    addPages(app, context, { assets, strings: strings ?? readStrings() });
    addRoutes(app, context);
    await listen(app, port);
    own = (app.server.address() as AddressInfo).port;
    const first = (given: string): string => `http://127.0.0.1:${own}/?token=${given}`;
    return { url: first(token), urlForOnce: () => first(once()), context, close };
  } catch (error) {
    await close();
    throw error;
  }
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
