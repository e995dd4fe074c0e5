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
import { Hand } from './server/hand';
import { Hub } from './server/hub';
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

/** What the page is opened for. */
export interface UiOptions {
  /** The target file; it need not be there yet. */
  readonly target: string;
  readonly reports: string;
  /** 0: a free one. */
  readonly port: number;
}

/** A page that is served. */
export interface Ui {
  /** The first address, which holds the token. */
  readonly url: string;
  /** A first address that opens the page once. */
  urlForOnce(): string;
  /** Ends what goes on, and all connections. */
  close(): Promise<void>;
}

/** Serves the page on this machine alone. Throws a ConfigurationError where the port is taken. */
export async function startUi({ target: file, reports, port }: UiOptions): Promise<Ui> {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024,
    frameworkErrors: nothingThere,
    // A body is taken as it is, or refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  // Pages send JSON; a form of another site sends this.
  app.removeContentTypeParser('text/plain');
  const closers: Closer[] = [];
  const close = async (): Promise<void> => {
    const faults: unknown[] = [];
    // What cannot be ended keeps nothing else open.
    for (const each of closers.splice(0).reverse())
      await Promise.resolve()
        .then(each)
        .catch((fault: unknown) => void faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
  };
  try {
    let own = port;
    const [hub, secrets] = [new Hub(), new TypedVariables()];
    const { token, once } = guard(app, () => own);
    const target = new EditedTarget(file, { hub, secrets });
    const doctor = new Doctor({ hub, secrets, target });
    closers.push(() => doctor.stop());
    const judging = openTraffic({ hub, secrets, target, reports }, closers);
    const hand = new Hand(hub);
    const runs = new Runs({ hub, secrets, target, hand, reports });
    // Pages first: they begin nothing while the rest ends.
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

/** What judges traffic and keeps reports, with a folder for what is handed over. */
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
