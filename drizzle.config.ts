import { defineConfig } from "drizzle-kit";

// drizzle-kit only writes migrations; the program applies them itself (src/store/sqlite/migrate.ts).
// `npx drizzle-kit generate --name what-changed`, then add STRICT, WITHOUT ROWID and the triggers by hand,
// and run `node --import tsx scripts/embed-migrations.ts`.
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/store/sqlite/schema.ts",
  out: "./migrations",
});
