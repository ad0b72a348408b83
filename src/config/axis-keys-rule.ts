import type { Finding, Rule } from "./rule.ts";

/** Each of the four scalars that the program writes has a key of its own. */
export const separateAxisKeys: Rule = {
  name: "axis-keys",
  check: ({ axis_keys }) => {
    const entries = Object.entries(axis_keys);
    return entries.flatMap(([name, written], index): Finding[] => {
      const path = ["axis_keys", name];
      if (written.split(".").some((part) => part.trim() === "")) {
        return [
          {
            path,
            value: written,
            message: "is not a dotted path of keys",
            hint: "Write a key such as status, or calibration.status for one inside a map.",
          },
        ];
      }
      // One key cannot hold two of the four scalars, nor be a scalar and the map around another one.
      const other = entries
        .slice(0, index)
        .find(
          ([, before]) => `${written}.`.startsWith(`${before}.`) || `${before}.`.startsWith(`${written}.`),
        );
      if (other === undefined) return [];
      return [
        {
          path,
          value: written,
          beside: ["axis_keys", other[0]],
          message: `collides with axis_keys.${other[0]}, which is ${other[1]}`,
          hint: "Give each of the four its own key.",
        },
      ];
    });
  },
};
