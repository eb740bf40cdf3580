/** Text from outside, safe to show: see `visible`. */
export { visible as printable } from '../conformance/visible.ts'

/** Cuts a text to a number of characters and says how long it was. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).toWellFormed()}… (${text.length} characters)`
}
