import { sweep } from '../services/sweep.ts';
import { logLine, tell } from './errors.ts';

/** Netlify ends a scheduled function after 30 s; what is begun may take some more. */
const PATIENCE_MS = 15_000;

/** The scheduled run: nobody hears its answer, so failures are for the log. */
export async function runSweep(): Promise<Response> {
  try {
    const left = await sweep(PATIENCE_MS);
    return Response.json({ left });
  } catch (error) {
    console.error(logLine('sweep', tell(error), error));
    return new Response(null, { status: 500 });
  }
}
