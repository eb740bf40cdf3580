/** The known word that a reader most likely meant, or undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined
  for (const candidate of known) {
    // A distance is never below the difference in length, which is cheap to know.
    if (best !== undefined && Math.abs(candidate.length - word.length) >= best.edits) continue
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    if (best === undefined || edits < best.edits) best = { candidate, edits }
  }
  return best !== undefined && best.edits <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined
}

const MOST_NAMES = 3

/**
 * Asks whether one of the known names was meant: the nearest one, and others that contain what was written.
 *
 * @returns `did you mean a, b or c?`; undefined when no name is near
 */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase()
  const near = nearest(word, known)
  const holding = known.filter((one) => written.length > 2 && one.toLowerCase().includes(written))
  const names = [...new Set([...(near === undefined ? [] : [near]), ...holding])].slice(0, MOST_NAMES)
  if (names.length === 0) return undefined
  const last = names.at(-1) ?? ''
  return `did you mean ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`}?`
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
