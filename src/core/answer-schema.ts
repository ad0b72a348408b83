/**
 * The form that an answer must have. A small part of JSON Schema, and closed: every key of an object is required and no
 * other is allowed, since that is what the strictest of the services behind the critics insists on.
 */
export type AnswerSchema =
  | { readonly type: "string"; readonly enum?: readonly string[]; readonly maxLength?: number }
  | { readonly type: "number" | "integer"; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: "boolean" }
  | { readonly type: "array"; readonly items: AnswerSchema; readonly maxItems?: number }
  | {
      readonly type: "object";
      readonly properties: Readonly<Record<string, AnswerSchema>>;
      /** Whether an answer with other keys is taken all the same. The services are told of no such thing. */
      readonly lenient?: true;
    };

/** The type of the answers that a schema allows. */
export type AnswerOf<S extends AnswerSchema> = S extends {
  readonly type: "object";
  readonly properties: infer P extends Readonly<Record<string, AnswerSchema>>;
}
  ? { readonly [K in keyof P]: AnswerOf<P[K]> }
  : S extends { readonly type: "array"; readonly items: infer I extends AnswerSchema }
    ? readonly AnswerOf<I>[]
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly type: "string" }
        ? string
        : S extends { readonly type: "boolean" }
          ? boolean
          : number;

/** The schema as JSON Schema: closed objects, every key required. */
export function jsonSchemaOf(schema: AnswerSchema): Readonly<Record<string, unknown>> {
  if (schema.type === "object") {
    const inner = Object.entries(schema.properties).map(([key, one]) => [key, jsonSchemaOf(one)]);
    const required = Object.keys(schema.properties);
    return { type: "object", properties: Object.fromEntries(inner), required, additionalProperties: false };
  }
  return schema.type === "array" ? { ...schema, items: jsonSchemaOf(schema.items) } : { ...schema };
}

/** Whether a value is an answer by the schema. */
export function isAnswer<S extends AnswerSchema>(value: unknown, schema: S): value is AnswerOf<S> {
  return answerFault(value, schema) === null;
}

/** The first thing that is wrong with a value, with its place; null where it is an answer by the schema. */
export function answerFault(value: unknown, schema: AnswerSchema, place = "the answer"): string | null {
  switch (schema.type) {
    case "string":
      if (typeof value !== "string") return `${place} is no text`;
      if (schema.enum?.includes(value) === false) return `${place} is none of ${schema.enum.join(", ")}`;
      return schema.maxLength !== undefined && value.length > schema.maxLength
        ? `${place} is too long`
        : null;
    case "number":
    case "integer":
      return numberFault(value, schema, place);
    case "boolean":
      return typeof value === "boolean" ? null : `${place} is neither true nor false`;
    case "array":
      if (!Array.isArray(value)) return `${place} is no list`;
      if (schema.maxItems !== undefined && value.length > schema.maxItems)
        return `${place} has too many items`;
      return first(value.map((item, index) => answerFault(item, schema.items, `${place}[${index}]`)));
    case "object":
      return objectFault(value, schema, place);
  }
}

function numberFault(
  value: unknown,
  schema: Extract<AnswerSchema, { readonly type: "number" | "integer" }>,
  place: string,
): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return `${place} is no number`;
  if (schema.type === "integer" && !Number.isInteger(value)) return `${place} is no whole number`;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return value < minimum || value > maximum ? `${place} is out of range` : null;
}

function objectFault(
  value: unknown,
  { lenient, properties }: Extract<AnswerSchema, { readonly type: "object" }>,
  place: string,
): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${place} is no object`;
  const given = new Map(Object.entries(value));
  const strange = [...given.keys()].find((key) => !Object.hasOwn(properties, key));
  if (strange !== undefined && lenient !== true)
    return `${place} has an unknown key ${JSON.stringify(strange.slice(0, 40))}`;
  return first(
    Object.entries(properties).map(([key, inner]) =>
      given.has(key) ? answerFault(given.get(key), inner, `${place}.${key}`) : `${place}.${key} is missing`,
    ),
  );
}

/** The keys of an answer that its schema does not have, each with its place: `findings[0].note`. */
export function unknownKeys(value: unknown, schema: AnswerSchema, place = ""): readonly string[] {
  if (schema.type === "array" && Array.isArray(value))
    return value.flatMap((item, index) => unknownKeys(item, schema.items, `${place}[${index}]`));
  if (schema.type !== "object" || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = place === "" ? key : `${place}.${key}`;
    const own = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    return own === undefined ? [at] : unknownKeys(inner, own, at);
  });
}

function first(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}
