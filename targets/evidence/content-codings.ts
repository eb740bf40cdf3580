import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

/** Content codings of RFC 9110, section 8.4.1, and those that browsers accept. */
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/** The codings that a `content-encoding` lists, in the order in which they were put on. */
export const codingsIn = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')

/**
 * Takes content codings off (RFC 9110, section 8.4).
 *
 * @param most bytes that the result may come to
 * @returns undefined for an unknown coding, for bytes that are not in it, and for a longer result
 */
export function withoutCodings(
  bytes: Uint8Array,
  codings: readonly string[],
  most: number,
): Uint8Array | undefined {
  try {
    return codings.reduceRight<Uint8Array>((left, name) => {
      const decode = DECODERS[name]
      if (decode === undefined) throw new TypeError(`no decoder of ${name}`)
      return decode(left, { maxOutputLength: most })
    }, bytes)
  } catch {
    return undefined
  }
}
