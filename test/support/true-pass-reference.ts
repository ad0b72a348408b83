import { z } from "zod";
import { readReference } from "./reference.ts";

const interval = z.tuple([z.number(), z.number()]);
const truePassFile = z.object({
  poststratified: z.array(
    z.object({
      N_P: z.number(),
      n_P: z.number(),
      founderPassInP: z.number(),
      N_F: z.number(),
      n_F: z.number(),
      founderPassInF: z.number(),
      truePassRate: z.number(),
      ci95_mover_jeffreys: interval,
    }),
  ),
  roganGladen: z.array(
    z.object({
      criticPass: z.number(),
      n: z.number(),
      tprPass: z.number(),
      tprN: z.number(),
      tnrFail: z.number(),
      tnrN: z.number(),
      roganGladen: z.number(),
      ci95_mover_jeffreys: interval,
    }),
  ),
});

/** `truepass-cases.json`: six stratified samples and six gold sets. */
export const { poststratified, roganGladen: goldCases } = readReference("truepass-cases", truePassFile);
