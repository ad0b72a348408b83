import type * as Zlib from "node:zlib";

/*
 * In the bundled entry this file stands in for `node:zlib`, which is loaded only when an artifact is long enough to be
 * compressed.
 */

export const deflateRawSync: typeof Zlib.deflateRawSync = (...args) => zlib().deflateRawSync(...args);

export const inflateRawSync: typeof Zlib.inflateRawSync = (...args) => zlib().inflateRawSync(...args);

function zlib(): typeof Zlib {
  return process.getBuiltinModule("node:zlib");
}
