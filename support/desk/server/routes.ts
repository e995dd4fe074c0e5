import type { FastifyInstance } from 'fastify';
import type { DeskContext } from './context';
import { addHandRoutes } from './hand/routes';
import { addHistoryRoutes } from './history/routes';
import { addInspectRoutes } from './inspect/routes';
import { addReviewRoutes } from './review/routes';
import { addRunRoutes } from './run/routes';
import { addSetupRoutes } from './setup/routes';
import { addTrafficRoutes } from './traffic/routes';

/** The routes of an area. */
type AddRoutes = (app: FastifyInstance, desk: DeskContext) => void;

const areas: readonly AddRoutes[] = [
  addHandRoutes,
  addHistoryRoutes,
  addInspectRoutes,
  addReviewRoutes,
  addRunRoutes,
  addSetupRoutes,
  addTrafficRoutes,
];

/** Adds what the page asks for, area by area. */
export function addRoutes(app: FastifyInstance, desk: DeskContext): void {
  for (const add of areas) add(app, desk);
}
