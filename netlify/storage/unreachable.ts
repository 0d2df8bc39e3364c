/** Redis cannot be reached, or it is there and cannot serve. The shop answers 503. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}
