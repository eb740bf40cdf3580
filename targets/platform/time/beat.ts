const BEAT_MS = 100
/** So many milliseconds further on with each beat, within its 100: no common factor, so that all hundred come in turn. */
const SHIFT_MS = 37

/**
 * The first beat from a moment on. Whoever only looks again at something does so on a beat: one move of the clock then serves all of
 * them. Beats end in every number of milliseconds in turn, so that what a platform writes of its time shows each of them.
 *
 * @param moment milliseconds of the time of a target
 */
export function beatFrom(moment: number): number {
  for (let count = Math.floor(moment / BEAT_MS); ; count += 1) {
    const beat = count * BEAT_MS + ((count * SHIFT_MS) % BEAT_MS)
    if (beat >= moment) return beat
  }
}
