import fc from 'fast-check';

type Arbitraries<Values> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };

/** Checks the expectations of the last argument for many values of the others. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...given: [...Arbitraries<Values>, (...values: Values) => void]
): void {
  fc.assert(fc.property<Values>(...given));
}
