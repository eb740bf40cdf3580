import { fold, type Needle } from './needles.ts'

/** A place in a text: from the first character to the one behind the last. */
export type Range = readonly [from: number, to: number]

/** So many characters of a needle are looked up; what is shorter is no needle. */
const GRAM = 4
/** Three shifts by five bits push a character out. */
const ROLL_MASK = 0x7fff

/** A place in a needle by which it is found. */
interface Gram {
  readonly needle: Needle
  readonly offset: number
}

/** Many needles, searched for in one pass: the cost does not grow with their number. */
export class NeedleIndex {
  readonly #grams = new Map<string, Gram[]>()
  /** Which first three characters of grams there are at all: most places in a text are passed over by this alone. */
  readonly #starts = new Uint8Array(ROLL_MASK + 1)

  add(needle: Needle): void {
    const { text, least } = needle
    if (text.length < GRAM) return
    // Every part of the least length holds one of these whole.
    const stride = Math.max(1, least - GRAM + 1)
    for (let offset = 0; offset + GRAM <= text.length; offset += stride) {
      const gram = text.slice(offset, offset + GRAM)
      this.#starts[rolled(rolled(rolled(0, gram, 0), gram, 1), gram, 2)] = 1
      const others = this.#grams.get(gram) ?? []
      if (others.length === 0) this.#grams.set(gram, others)
      others.push({ needle, offset })
    }
  }

  /** Where parts of needles stand in a text, in order and without overlap. */
  find(text: string): readonly Range[] {
    if (this.#grams.size === 0) return []
    const folded = fold(text)
    const found: Range[] = []
    let roll = 0
    let behind = 0
    for (let third = 0; third < folded.length; third += 1) {
      roll = rolled(roll, folded, third)
      const at = third - 2
      if (this.#starts[roll] === 0 || at < behind) continue
      const range = this.#longest(folded, at, behind)
      if (range === undefined) continue
      found.push(range)
      behind = range[1]
    }
    return found
  }

  #longest(folded: string, at: number, behind: number): Range | undefined {
    let best: Range | undefined
    for (const { needle, offset } of this.#grams.get(folded.slice(at, at + GRAM)) ?? []) {
      const { text, least } = needle
      let [left, right] = [0, GRAM]
      while (left < offset && at - left > behind && folded[at - left - 1] === text[offset - left - 1])
        left += 1
      while (offset + right < text.length && folded[at + right] === text[offset + right]) right += 1
      if (left + right < least || (best && best[1] - best[0] >= left + right)) continue
      best = [at - left, at + right]
    }
    return best
  }
}

/** A number for the last three characters, made of that for the three before; different ones may share it. */
const rolled = (before: number, text: string, at: number): number =>
  ((before << 5) ^ text.charCodeAt(at)) & ROLL_MASK
