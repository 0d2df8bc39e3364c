import { runCleanup } from '../services/cleanup.ts';
import { logLine, errorReply } from './errors.ts';
import { mayRunScheduled, notPublished, type OfDeploy } from './deploy-context.ts';

/** Netlify ends a scheduled function after 30 s; started work may need some seconds more. */
const TIME_BUDGET_MS = 15_000;

/** The daily run: nobody receives its response, so it logs errors. */
export async function scheduledCleanup(_request?: Request, context: OfDeploy = {}): Promise<Response> {
  try {
    if (!mayRunScheduled(context)) throw notPublished();
    return Response.json(await runCleanup(TIME_BUDGET_MS));
  } catch (error) {
    console.error(logLine('cleanup', errorReply(error), error));
    return new Response(null, { status: 500 });
  }
}
