import type { Context } from '@netlify/functions';
import { runReconciliation } from '../services/reconciliation.ts';
import { releaseLock, acquireLock } from '../storage/work-locks.ts';
import { noteReconciliation } from '../storage/job-runs.ts';
import { logLine, errorReply } from './errors.ts';
import { callOwnFunction, isInternalCall } from './internal-call.ts';
import { mayRunScheduled, notPublished, type OfDeploy } from './deploy-context.ts';

/** Netlify ends a scheduled function after 30 s; started work may need some seconds more. */
const TIME_BUDGET_MS = 15_000;

/** Netlify ends a background function after 15 minutes. */
const BACKGROUND_MS = 12 * 60_000;
const BACKGROUND_HELD_MS = 15 * 60_000;
const BACKGROUND = 'reconciliation-background';

/**
 * The scheduled run: nobody receives its response, so it logs errors. A background function continues the work that it
 * has no time for.
 */
export async function scheduledReconciliation(
  _request?: Request,
  context: Partial<Context> = {},
): Promise<Response> {
  try {
    if (!mayRunScheduled(context)) throw notPublished();
    const { left, isDone } = await runReconciliation(TIME_BUDGET_MS);
    await noteReconciliation(Date.now());
    if (!isDone) await callOwnFunction(BACKGROUND, context);
    return Response.json({ left });
  } catch (error) {
    console.error(logLine('reconciliation', errorReply(error), error));
    return new Response(null, { status: 500 });
  }
}

/** Continues the work of a scheduled run. Only the shop itself can call it; a lock allows one run at a time. */
export async function backgroundReconciliation(request: Request, context: OfDeploy = {}): Promise<Response> {
  if (!isInternalCall(BACKGROUND, request)) return new Response(null, { status: 404 });
  try {
    if (!mayRunScheduled(context)) throw notPublished();
    if (await acquireLock(BACKGROUND, BACKGROUND_HELD_MS)) {
      await runReconciliation(BACKGROUND_MS).finally(() => releaseLock(BACKGROUND));
    }
  } catch (error) {
    console.error(logLine(BACKGROUND, errorReply(error), error));
  }
  return new Response(null, { status: 204 });
}
