/** A request that can be made again, and what its answer must be: over HTTP it is sent, within a process it is built. */
export interface Asking {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export function requestOf({ method, path, headers, body }: Asking): Request {
  return new Request(`https://shop.example${path}`, { method, headers, ...(body !== undefined && { body }) });
}

/** What an answer must have: a refusal is fast, and would look like a fast success. */
export interface Meant {
  status: number;
  /** Where it must lead to: how the address begins. */
  location?: string;
}

export function isMeant({ status, headers }: Response, meant: Meant): boolean {
  return (
    status === meant.status &&
    (meant.location === undefined || headers.get('location')?.startsWith(meant.location) === true)
  );
}
