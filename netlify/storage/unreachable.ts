/** Redis cannot be reached or cannot serve. The shop answers 503. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}
