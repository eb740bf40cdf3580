import { gzipSync } from 'node:zlib'

/** Compressed texts that the page unpacks on request. Base64 contains nothing that a browser could take for markup. */
export interface Packed {
  readonly id: string
  readonly base64: string
}

/** Packs a JSON value. The same value always gives the same bytes. */
export function pack(id: string, value: unknown): Packed {
  return { id, base64: gzipSync(JSON.stringify(value)).toString('base64') }
}

/** One value may take this many times its equal share of the remaining room. */
const GENEROSITY = 10

/**
 * Packs values so that all of them together stay within a size. Each one gets the richest form that its share allows.
 *
 * @param most characters that all of them may take together
 * @param forms makes a value's forms, the richest first; a value whose smallest form is too large is left out
 */
export function packWithin<T>(
  items: readonly T[],
  most: number,
  idOf: (item: T) => string,
  forms: readonly ((item: T) => unknown)[],
): readonly Packed[] {
  let left = most
  return items.flatMap((item, index) => {
    const share = Math.min(left, (left / (items.length - index)) * GENEROSITY)
    for (const form of forms) {
      const packed = pack(idOf(item), form(item))
      if (packed.base64.length > share) continue
      left -= packed.base64.length
      return [packed]
    }
    return []
  })
}
