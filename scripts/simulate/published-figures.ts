interface PublishedRow {
  readonly rule: string;
  /** FR2, FR5, d15, d30 at N = 20, 50, 100, 500, as published. */
  readonly cells: readonly (readonly [fr2: number, fr5: number, d15: number, d30: string])[];
  readonly digits: number;
  readonly figures: string;
}

/** statistics reference b, "Rules compared", FAIL 10%. */
export const published: readonly PublishedRow[] = [
  {
    rule: "kappa < .6 on PASS only (first override)",
    figures: "first override",
    digits: 2,
    cells: [
      [0.7, 0.96, 1, "1"],
      [0.71, 0.96, 1, "1"],
      [0.88, 1, 1, "1"],
      [1, 1, 1, "1"],
    ],
  },
  {
    rule: "point kappa < .6, weighted (literal kappa)",
    figures: "literal kappa",
    digits: 2,
    cells: [
      [0.73, 0.96, 1, "1"],
      [0.74, 0.96, 1, "1"],
      [0.64, 0.93, 1, "1"],
      [0.3, 0.82, 1, "1"],
    ],
  },
  {
    rule: "streak >= 3 (literal streak)",
    figures: "literal streak",
    digits: 3,
    cells: [
      [0.01, 0.087, 8, "3"],
      [0.007, 0.092, 8, "3"],
      [0.035, 0.309, 4, "3"],
      [0.776, 0.999, 2, "2"],
    ],
  },
  {
    rule: "Bernoulli CUSUM 5% v 20%, h = 4",
    figures: "CUSUM",
    digits: 3,
    cells: [
      [0.001, 0.024, 8, "3"],
      [0, 0.026, 8, "3"],
      [0, 0.025, 5, "2"],
      [0, 0.027, 2, "1"],
    ],
  },
  {
    rule: "K",
    figures: "K",
    digits: 3,
    cells: [
      [0.006, 0.069, 8, "3"],
      [0.003, 0.059, 9, "3"],
      [0.003, 0.055, 8, "3"],
      [0.001, 0.021, 6, "2"],
    ],
  },
  {
    rule: "S at .8 on the pooled rate (not the product's)",
    figures: "S pooled",
    digits: 3,
    cells: [
      [0.004, 0.047, 10, "3"],
      [0.002, 0.055, 10, "3"],
      [0, 0.041, 7, "3"],
      [0, 0.001, 5, "2"],
    ],
  },
  {
    rule: "K or that S",
    figures: "K or S pooled",
    digits: 3,
    cells: [
      [0.008, 0.093, 7, "3"],
      [0.005, 0.088, 7, "3"],
      [0.003, 0.072, 6, "3"],
      [0.001, 0.021, 5, "2"],
    ],
  },
  {
    rule: "K or that S or CUSUM",
    figures: "K or S pooled or CUSUM",
    digits: 3,
    cells: [
      [0.008, 0.094, 7, "3"],
      [0.005, 0.089, 7, "3"],
      [0.003, 0.077, 5, "2"],
      [0.001, 0.045, 2, "1"],
    ],
  },
];
