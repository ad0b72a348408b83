import { ImproveCronError } from "../errors.ts";

/**
 * Reads something of the store, or says what is damaged there: damage in one place shall not stop, nor hide, what is right or
 * wrong in others. Any other error is thrown as it came.
 */
export async function orDamage<Value>(
  read: () => Promise<Value>,
): Promise<
  { readonly kind: "read"; readonly value: Value } | { readonly kind: "damaged"; readonly because: string }
> {
  try {
    return { kind: "read", value: await read() };
  } catch (error) {
    if (error instanceof ImproveCronError && error.code === "store-damaged") {
      return { kind: "damaged", because: error.message };
    }
    throw error;
  }
}
