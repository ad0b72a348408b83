import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A screenshot with at most 256 colours, a third of its size: the commonest ones are kept, the others become the nearest of
 * them. It reads what Chromium writes (8 bits a channel, not interlaced) and leaves anything else as it is.
 */
export function smallPng(png: Buffer): Buffer {
  const parts = chunksOf(png);
  const head = parts.find(({ type }) => type === "IHDR")?.data;
  const channels = head?.[9] === 2 ? 3 : head?.[9] === 6 ? 4 : null;
  if (head === undefined || head[8] !== 8 || head[12] !== 0 || channels === null) return png;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const raw = inflateSync(Buffer.concat(parts.filter(({ type }) => type === "IDAT").map(({ data }) => data)));
  const pixels = unfiltered(raw, width, height, channels);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([pixel]) => pixel);
  const places = new Map(palette.map((pixel, index) => [pixel, index] as const));
  const lines = Buffer.alloc(height * (width + 1));
  for (const [index, pixel] of pixels.entries()) {
    let place = places.get(pixel);
    if (place === undefined) {
      place = nearest(palette, pixel);
      places.set(pixel, place);
    }
    lines[index + Math.floor(index / width) + 1] = place;
  }
  const header = Buffer.from(head);
  header[9] = 3;
  const colours = Buffer.from(palette.flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]));
  const written = Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return written.length < png.length ? written : png;
}

function chunksOf(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const parts: { type: string; data: Buffer }[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    parts.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return parts;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The pixels as 0xRRGGBB: each line is undone of its filter (PNG specification, section 9). */
function unfiltered(raw: Buffer, width: number, height: number, channels: number): Uint32Array {
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const filter = raw[start] ?? 0;
    const line = new Uint8Array(stride);
    for (let x = 0; x < stride; x += 1) {
      const left = line[x - channels] ?? 0;
      const up = above[x] ?? 0;
      const corner = x < channels ? 0 : (above[x - channels] ?? 0);
      line[x] = (raw[start + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
    for (let x = 0; x < width; x += 1) {
      const at = x * channels;
      pixels[y * width + x] = ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
    }
    above = line;
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

function nearest(palette: readonly number[], pixel: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of palette.entries()) {
    const [r, g, b] = [
      (one >> 16) - (pixel >> 16),
      ((one >> 8) & 255) - ((pixel >> 8) & 255),
      (one & 255) - (pixel & 255),
    ];
    const distance = r * r + g * g + b * b;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
