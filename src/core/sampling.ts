import { hash } from "node:crypto";
import type { Frame, MonthCount } from "./cycle.ts";
import type { SamplingPolicy } from "./policy.ts";

/**
 * The place of a verdict in the order of sampling, 0 to 2^52 - 1: the leading 52 bits of HMAC-SHA-256(salt, key), the key
 * as its hex text. The n smallest of a stratum are its sample, so a 10% sample lies inside the 20% one, and no writer
 * who does not know the salt can foresee what is drawn.
 *
 * @throws RangeError for a salt that is not hex.
 */
export function skeyOf(saltHex: string, verdictKeyHex: string): number {
  return leadingBits(saltHex, verdictKeyHex);
}

/**
 * The place of an item in the order shown to the founder, 0 to 2^52 - 1: a second HMAC, over a text that no verdict key
 * can be, so that the order tells nothing of kind, word or sampling order.
 *
 * @throws RangeError for a salt that is not hex.
 */
export function orderKeyOf(saltHex: string, text: string): number {
  return leadingBits(saltHex, `order/${text}`);
}

function leadingBits(saltHex: string, message: string): number {
  return Number.parseInt(hmac(saltHex, message).slice(0, 13), 16);
}

const blockBytes = 64;

/** The two paddings of the salt that was used last, each with room behind it for what is hashed: a program has one salt. */
let padded: { readonly saltHex: string; readonly inner: Buffer; readonly outer: Buffer } | null = null;

/** The longest text that is hashed in place: a verdict key has 64 digits. */
const roomBytes = 256;

/**
 * HMAC-SHA-256 as RFC 2104 defines it, hex, for a salt of at most 64 bytes. Of hashes in one shot rather than Node's
 * `createHmac`, and as text, because each buffer that Node's hashes answer with takes as long as the hash itself.
 */
function hmac(saltHex: string, message: string): string {
  if (padded?.saltHex !== saltHex) padded = padSalt(saltHex);
  const { inner, outer } = padded;
  // No character takes more than three bytes.
  const text =
    message.length * 3 <= roomBytes ? inner : Buffer.concat([inner], blockBytes + message.length * 3);
  const length = text.write(message, blockBytes, "utf8");
  outer.write(hash("sha256", text.subarray(0, blockBytes + length), "binary"), blockBytes, "binary");
  return hash("sha256", outer, "hex");
}

function padSalt(saltHex: string): NonNullable<typeof padded> {
  // Buffer.from would cut a text that is not hex short, in the worst case to an empty salt that anybody knows.
  // Both cases spelt out: ignoring case makes V8 load its tables of letters, which a single `record` would notice.
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(saltHex)) throw new RangeError("the salt is not hex");
  const salt = Buffer.from(saltHex, "hex");
  if (salt.length > blockBytes) throw new RangeError("the salt is longer than 64 bytes");
  const pad = (filling: number, room: number): Buffer => {
    const block = Buffer.alloc(blockBytes + room, filling);
    for (let at = 0; at < salt.length; at += 1) block[at] = filling ^ (salt[at] ?? 0);
    return block;
  };
  return { saltHex, inner: pad(0x36, roomBytes), outer: pad(0x5c, 32) };
}

const decimal = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * The share of n, rounded up, of the decimal rate as a person writes it: 0.07 of 100 is 7, though `0.07 * 100` is
 * 7.000000000000001 in binary floating point and its ceiling 8.
 *
 * @param rate 0 or more; its shortest decimal text is taken as exact.
 * @param n A count, 0 or more.
 * @throws RangeError for anything else.
 * @example ceilShare(0.07, 100) // 7
 */
export function ceilShare(rate: number, n: number): number {
  const text = decimal.exec(String(rate));
  if (text === null) throw new RangeError(`not a rate: ${rate}`);
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`not a count: ${n}`);
  const [, whole = "", fraction = "", exponent = "0"] = text;
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction) * (places < 0 ? 10n ** BigInt(-places) : 1n);
  const scale = places > 0 ? 10n ** BigInt(places) : 1n;
  return Number((digits * BigInt(n) + scale - 1n) / scale);
}

export interface EpochOptions {
  /** PASS verdicts that an epoch needs to be chosen for being the latest, and the month to be sampled at all. */
  readonly belowThreshold: number;
  /** Whether a bare reference may stand for an artifact. */
  readonly acceptRef: boolean;
  /** A size set by hand lifts the minimum of the month: whatever there is to show is sampled. */
  readonly lifted: boolean;
}

export type DecidingEpoch =
  | { readonly kind: "deciding"; readonly epoch: string; readonly frame: Frame }
  | { readonly kind: "below-threshold"; readonly epoch: string | null; readonly frame: Frame };

/**
 * Which epoch decides a month, and what its verdicts are. The latest epoch (by the instant of its last PASS or FAIL in the
 * month) that has enough PASS verdicts in the frame; if none has, the one with most, provided the whole month has enough;
 * else the month is below the threshold and carries the epoch with most PASS verdicts. Ties go to the latest. So neither
 * an edit of the rubric on the last day nor many small edits hide a month.
 *
 * The frame holds PASS and FAIL verdicts that have something to show; those without are counted beside it.
 *
 * @param counts The rollup of one axis and one month.
 */
export function decidingEpoch(counts: readonly MonthCount[], options: EpochOptions): DecidingEpoch {
  const latestFirst = epochsOf(counts, options.acceptRef);
  // The sort is stable: among equals the latest stays in front.
  const [largest] = [...latestFirst].sort((a, b) => b.frame.pass - a.frame.pass);
  if (largest === undefined) {
    return { kind: "below-threshold", epoch: null, frame: { pass: 0, fail: 0, noArtifact: 0 } };
  }
  const latest = latestFirst.find((epoch) => epoch.frame.pass >= options.belowThreshold);
  if (latest !== undefined) return { kind: "deciding", epoch: latest.epoch, frame: latest.frame };

  const wholeMonth = latestFirst.reduce((sum, epoch) => sum + epoch.frame.pass, 0);
  const enough = options.lifted
    ? largest.frame.pass + largest.frame.fail > 0
    : wholeMonth >= options.belowThreshold;
  return { kind: enough ? "deciding" : "below-threshold", epoch: largest.epoch, frame: largest.frame };
}

interface EpochOfMonth {
  readonly epoch: string;
  readonly frame: Frame;
  readonly lastAt: number;
}

/** The epochs of a month that have a PASS or FAIL verdict, the latest first. An ERROR is no verdict and dates no epoch. */
function epochsOf(counts: readonly MonthCount[], acceptRef: boolean): readonly EpochOfMonth[] {
  const epochs = new Map<string, EpochOfMonth>();
  for (const row of counts) {
    if (row.word === "ERROR" || row.count === 0) continue;
    const known = epochs.get(row.epoch);
    const frame = known?.frame ?? { pass: 0, fail: 0, noArtifact: 0 };
    const shown = row.artifact === "snapshot" || (row.artifact === "ref" && acceptRef);
    epochs.set(row.epoch, {
      epoch: row.epoch,
      frame: {
        pass: frame.pass + (shown && row.word === "PASS" ? row.count : 0),
        fail: frame.fail + (shown && row.word === "FAIL" ? row.count : 0),
        noArtifact: frame.noArtifact + (shown ? 0 : row.count),
      },
      lastAt: Math.max(known?.lastAt ?? row.lastAt, row.lastAt),
    });
  }
  return [...epochs.values()].sort((a, b) => b.lastAt - a.lastAt || (a.epoch < b.epoch ? -1 : 1));
}

/** How many verdicts of each stratum are to be graded. */
export interface StratumSizes {
  readonly pass: number;
  /** FAIL verdicts that are never cut, and the better size that the hour may allow. */
  readonly failMin: number;
  readonly failBetter: number;
}

/** After a watch the next sample has at least this many of each stratum. */
const raisedSize = 20;

/** `fail_min: 0` with `fail_rate: 0` says that FAIL verdicts are not sampled: kappa is then not identifiable. */
export function samplesFail(policy: SamplingPolicy): boolean {
  return policy.failMin > 0 || policy.failRate > 0;
}

/**
 * The sizes of the sample of one month, before the hour is looked at; never more than there are. PASS: at least
 * `passMin`, better the rate. FAIL: at least `failMin`, better `failTarget` or the rate. A size by hand is min(N, T) for
 * each stratum; a raised one at least 20 for each; neither is cut, so their smaller FAIL size is the better one.
 */
export function stratumSizes(
  frame: Pick<Frame, "pass" | "fail">,
  policy: SamplingPolicy,
  wish: { readonly passRate: number; readonly sampleTarget: number | null; readonly raised: boolean },
): StratumSizes {
  const failFrame = samplesFail(policy) ? frame.fail : 0;
  if (wish.sampleTarget !== null) {
    const fail = Math.min(failFrame, wish.sampleTarget);
    return { pass: Math.min(frame.pass, wish.sampleTarget), failMin: fail, failBetter: fail };
  }
  const pass = Math.max(policy.passMin, ceilShare(wish.passRate, frame.pass));
  const fail = Math.max(policy.failMin, policy.failTarget, ceilShare(policy.failRate, frame.fail));
  if (wish.raised) {
    const raisedFail = Math.min(failFrame, Math.max(fail, raisedSize));
    return {
      pass: Math.min(frame.pass, Math.max(pass, raisedSize)),
      failMin: raisedFail,
      failBetter: raisedFail,
    };
  }
  return {
    pass: Math.min(frame.pass, pass),
    failMin: Math.min(failFrame, policy.failMin),
    failBetter: Math.min(failFrame, fail),
  };
}
