import type { Context } from '@netlify/functions';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { acquireLock, releaseLock } from '../storage/work-locks.ts';
import { mayRunScheduled, notPublished, type OfDeploy } from './deploy-context.ts';
import { errorReply, logLine } from './errors.ts';
import { callOwnFunction, isInternalCall } from './internal-call.ts';

/** Netlify ends a scheduled function after 30 s; started work may need some seconds more. */
const TIME_BUDGET_MS = 15_000;

/** Netlify ends a background function after 15 minutes. */
const BACKGROUND_MS = 12 * MINUTE_MS;
const BACKGROUND_HELD_MS = 15 * MINUTE_MS;

/** Starts nothing new after its time. @returns what it has done; `isDone` is false if another run can continue at once */
type Job = (budgetMs: number) => Promise<object & { isDone?: boolean }>;

/**
 * A scheduled function: nobody receives its response, so it logs errors. The background function of the same name
 * continues the work that it has no time for.
 */
export function scheduled(name: string, run: Job) {
  return async (_request?: Request, context: Partial<Context> = {}): Promise<Response> => {
    try {
      if (!mayRunScheduled(context)) throw notPublished();
      const { isDone = true, ...result } = await run(TIME_BUDGET_MS);
      if (!isDone) await callOwnFunction(backgroundOf(name), context);
      return Response.json(result);
    } catch (error) {
      console.error(logLine(name, errorReply(error), error));
      return new Response(null, { status: 500 });
    }
  };
}

/** Continues the work of a scheduled run. Only the shop itself can call it; a lock allows one run at a time. */
export function continued(job: string, run: Job) {
  const name = backgroundOf(job);
  return async (request: Request, context: OfDeploy = {}): Promise<Response> => {
    if (!isInternalCall(name, request)) return new Response(null, { status: 404 });
    try {
      if (!mayRunScheduled(context)) throw notPublished();
      if (await acquireLock(name, BACKGROUND_HELD_MS)) {
        await run(BACKGROUND_MS).finally(() => releaseLock(name));
      }
    } catch (error) {
      console.error(logLine(name, errorReply(error), error));
    }
    return new Response(null, { status: 204 });
  };
}

function backgroundOf(job: string): string {
  return `${job}-background`;
}
