const BEAT_MS = 100
/**
 * Each beat lies this much further within its 100 ms than the one before. It has no common factor with 100, so all hundred
 * places come in turn.
 */
const SHIFT_MS = 37

/**
 * The first beat from a moment on. Scenarios that only check something again do so on a beat, so that one move of the clock
 * serves all of them. Beats end in every number of milliseconds in turn, so that a platform's timestamps show each of them.
 *
 * @param moment milliseconds of the time of a target
 */
export function beatFrom(moment: number): number {
  for (let count = Math.floor(moment / BEAT_MS); ; count += 1) {
    const beat = count * BEAT_MS + ((count * SHIFT_MS) % BEAT_MS)
    if (beat >= moment) return beat
  }
}
