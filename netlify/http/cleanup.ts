import { runCleanup } from '../services/cleanup.ts';
import { logLine, tell } from './errors.ts';
import { mayRunScheduled, notPublished, type OfDeploy } from './published.ts';

/** Netlify ends a scheduled function after 30 s; what is begun may take some more. */
const PATIENCE_MS = 15_000;

/** The daily run: nobody hears its answer, so failures are for the log. */
export async function scheduledCleanup(_request?: Request, context: OfDeploy = {}): Promise<Response> {
  try {
    if (!mayRunScheduled(context)) throw notPublished();
    return Response.json(await runCleanup(PATIENCE_MS));
  } catch (error) {
    console.error(logLine('tidy', tell(error), error));
    return new Response(null, { status: 500 });
  }
}
