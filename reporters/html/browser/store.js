/** @import { PageData } from '../data.ts' */

/** @type {PageData} */
export const data = JSON.parse(document.getElementById('data')?.textContent ?? '')

/** @type {Map<string, Promise<any>>} */
const unpacked = new Map()

/**
 * Unpacks what the page holds under a name; undefined where it had no room for it.
 * @param {string} id
 * @returns {Promise<any>}
 */
export function unpack(id) {
  const known = unpacked.get(id) ?? inflate(document.getElementById(`packed-${id}`)?.textContent)
  unpacked.set(id, known)
  return known
}

/** @param {string | null | undefined} base64 */
async function inflate(base64) {
  if (base64 === null || base64 === undefined) return undefined
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).json()
}

/**
 * @param {number} number
 * @param {string} noun
 */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
