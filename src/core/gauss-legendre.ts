/** A point of a quadrature rule and the weight of the integrand there. */
export interface QuadratureNode {
  readonly x: number;
  readonly weight: number;
}

/**
 * Gauss-Legendre rule of n nodes on [-1, 1], ascending: exact for polynomials up to degree 2n - 1.
 * Newton's method on the Legendre polynomial from Chebyshev-like starting points.
 *
 * Source: Abramowitz and Stegun 25.4.29.
 * @example gaussLegendre(2) // x = -+0.5773502691896257, weights 1
 */
export function gaussLegendre(n: number): readonly QuadratureNode[] {
  return Array.from({ length: n }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (n + 0.5));
    let slope = 0;
    // Newton doubles the digits each time: six rounds from two digits are more than a double holds.
    for (let round = 0; round < 6; round++) {
      const legendre = legendreAt(n, x);
      slope = legendre.slope;
      x -= legendre.value / slope;
    }
    return { x, weight: 2 / ((1 - x * x) * slope * slope) };
  });
}

/** P_n and its derivative inside (-1, 1), by the three-term recurrence. */
function legendreAt(n: number, x: number): { readonly value: number; readonly slope: number } {
  let before = 1;
  let value = x;
  for (let k = 2; k <= n; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
  return { value, slope: (n * (x * value - before)) / (x * x - 1) };
}
