import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DialogueVerdict, ingestDialogue } from "../../src/cycle/ingest-dialogue.ts";
import type { DialogueIngest } from "../../src/core/dialogue-report.ts";
import { dialogueText, type SaidTurn } from "../support/dialogue-text.ts";
import { Workspace } from "../support/workspace.ts";

const fixtures = join(import.meta.dirname, "../fixtures/dialogues");
const now = "2026-06-20T13:00:00Z";
const file = "one.md";

let workspace: Workspace;
let verdicts: DialogueVerdict[];

beforeEach(() => {
  workspace = new Workspace();
  verdicts = [];
});
afterEach(() => workspace.dispose());

function ingest(axis: string | null = null): Promise<DialogueIngest> {
  return workspace.at(now, (app) =>
    ingestDialogue(
      app.cycle,
      {
        files: app.dialogueFiles,
        recordVerdict: async (verdict) => {
          verdicts.push(verdict);
          const { rejects, stored } = await app.recordVerdicts({
            source: "record",
            rows: [verdict],
            baseFolder: workspace.folder,
          });
          const because = rejects[0]?.reason ?? null;
          return { outcome: because !== null ? "rejected" : stored > 0 ? "stored" : "duplicate", because };
        },
      },
      { path: workspace.path(file), axis },
    ),
  );
}

function use(name: string): void {
  cpSync(join(fixtures, name), workspace.path(file));
}

const turns: readonly SaidTurn[] = [
  ["author", 1, "Closing.", "PROPOSING_DONE"],
  ["partner", 1, "Agreed.\n\nVerdict: FAIL", "DONE"],
];

describe("ingestDialogue", () => {
  it("adds only what is new of a file that has grown, and nothing of the same", async () => {
    use("12a-before.md");
    expect(await ingest()).toMatchObject({ outcome: "OPEN", turns: { inFile: 1, kept: 1, added: 1 } });
    use("12b-after-two-turns-in-one-write.md");
    expect(await ingest()).toMatchObject({ outcome: "CONCLUDED", turns: { inFile: 3, kept: 3, added: 2 } });
    expect(await ingest()).toMatchObject({ outcome: "CONCLUDED", turns: { inFile: 3, kept: 3, added: 0 } });
    await workspace.at(now, async ({ store }) => {
      const [known] = await store.listDialogues();
      expect(known?.turns.map(({ n, role, status }) => [n, role, status])).toEqual([
        [1, "proposer", "AWAITING"],
        [2, "critic", "PROPOSING_DONE"],
        [3, "proposer", "DONE"],
      ]);
    });
  });

  it("keeps what it had and both hashes where an earlier turn was edited, and recovers with the old bytes", async () => {
    use("own/append-before.md");
    await ingest();
    use("own/append-edited-earlier-turn.md");
    for (let again = 0; again < 2; again += 1) {
      expect(await ingest()).toMatchObject({
        outcome: "INVALID",
        errors: ["earlier-bytes-changed"],
        turns: { kept: 1, added: 0 },
        quarantine: { n: 1, because: "earlier-bytes-changed" },
      });
    }
    await workspace.at(now, async ({ store }) => {
      const [known] = await store.listDialogues();
      expect([known?.quarantines.length, known?.file.outcome, known?.turns.length]).toEqual([1, "OPEN", 1]);
      expect(known?.turns[0]?.text).toContain("The goal was named.");
    });
    use("own/append-one-turn.md");
    expect(await ingest()).toMatchObject({ quarantine: null, turns: { kept: 2, added: 1 } });
  });

  it("keeps the sound turns of an INVALID file, and takes the rest when it is mended", async () => {
    const open = dialogueText([["author", 1, "Hm.", "AWAITING partner"]]);
    workspace.write(file, `${open}\n---\n\n## [partner] Round 1 \u2014 2026-06-02 08:02\n\nHalf of`);
    expect(await ingest()).toMatchObject({ outcome: "INVALID", turns: { inFile: 2, kept: 1, added: 1 } });
    workspace.write(
      file,
      `${open}\n---\n\n## [partner] Round 1 \u2014 2026-06-02 08:02\n\nHalf of it.\n\nStatus: STUCK\n`,
    );
    expect(await ingest()).toMatchObject({ outcome: "STUCK", turns: { kept: 2, added: 1 } });
  });

  it("records a verdict once, for the axis that was named, at the time of its turn in the config's zone", async () => {
    workspace.write(file, dialogueText(turns));
    expect(await ingest()).toMatchObject({ verdict: "FAIL", recorded: null });
    expect((await ingest("verify-dispatch")).recorded).toEqual({ outcome: "stored", because: null });
    // A last line end more is the same dialogue.
    workspace.write(file, `${dialogueText(turns)}\n`);
    expect((await ingest("verify-dispatch")).recorded).toEqual({ outcome: "duplicate", because: null });
    expect(verdicts[0]).toMatchObject({
      axis: "verify-dispatch",
      verdict: "FAIL",
      at: "2026-06-02T12:01:00.000Z",
    });
    await workspace.at(now, async ({ store }) => {
      const counts = await store.listMonthCounts({ axis: "verify-dispatch" });
      expect(counts.map(({ artifact, count, word }) => [word, artifact, count])).toEqual([
        ["FAIL", "none", 1],
      ]);
    });
  });

  it("takes the axis of the header, and no verdict of an unconfirmed end", async () => {
    const text = dialogueText(turns).replace("Max rounds", "Axis: verify-dispatch\nMax rounds");
    workspace.write(file, text);
    expect(await ingest()).toMatchObject({ axis: "verify-dispatch", recorded: { outcome: "stored" } });
    workspace.write("two.md", text);
    cpSync(join(fixtures, "09-done-unconfirmed.md"), workspace.path("two.md"));
    const result = await workspace.at(now, (app) =>
      ingestDialogue(
        app.cycle,
        {
          files: app.dialogueFiles,
          recordVerdict: () => Promise.reject(new Error("no verdict is recorded")),
        },
        { path: workspace.path("two.md"), axis: "verify-dispatch" },
      ),
    );
    expect(result).toMatchObject({ outcome: "CONCLUDED_UNCONFIRMED", verdict: null, recorded: null });
  });

  it("puts the edits that both stand for into the ledger, once", async () => {
    use("own/adjustments.md");
    expect((await ingest()).adjustments).toMatchObject({ agreed: 2, added: 2, drafts: 1 });
    expect((await ingest()).adjustments).toMatchObject({ agreed: 2, added: 0 });
    await workspace.at(now, async ({ store }) => {
      const ledger = await store.listAdjustments();
      expect(new Set(ledger.map(({ file: own, section }) => `${own} ${section}`))).toEqual(
        new Set(["rubrics/dispatch.md Form", "rubrics/dispatch.md Goal"]),
      );
      expect(ledger[0]?.proposals[0]?.source.kind).toBe("dialogue");
    });
  });

  it("keeps the text of each turn as it stands", async () => {
    use("04-crlf-bom.md");
    await ingest();
    const text = readFileSync(join(fixtures, "04-crlf-bom.md"), "utf8");
    await workspace.at(now, async ({ store }) => {
      const [known] = await store.listDialogues();
      expect(known?.turns.every((turn) => text.includes(turn.text))).toBe(true);
      expect(known?.turns.at(-1)?.prefixBytes).toBe(Buffer.byteLength(text) - 2);
    });
  });

  it("says what is wrong with a file that cannot be read", async () => {
    await expect(ingest()).rejects.toMatchObject({ code: "input" });
  });
});
