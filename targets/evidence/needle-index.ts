import { fold, type Needle } from './needles.ts'

/** A place in a text: from the first character to the one after the last. */
export type TextRange = readonly [from: number, to: number]

/** Number of characters of a needle that are looked up at once; a shorter text cannot be a needle. */
const GRAM = 4
/** After four shifts by five bits a character has left the number. */
const ROLL_MASK = 0xf_ffff
/** The words of the bit set below have 32 bits: the shift finds the word, the mask finds the bit. */
const [WORD_BITS, WORD_MASK] = [5, 0x1f]

/** Four characters of a needle, with their place in it. */
interface Gram {
  readonly needle: Needle
  readonly offset: number
}

/** Many needles, searched for in one pass: the cost does not grow with their number. */
export class NeedleIndex {
  readonly #grams = new Map<string, Gram[]>()
  /** One bit for each possible gram. For nearly every place in a text these bits alone show that no needle is there. */
  readonly #possible = new Uint32Array((ROLL_MASK + 1) >>> WORD_BITS)

  add(needle: Needle): void {
    const { text, least } = needle
    if (text.length < GRAM) return
    // Every part of a needle that is long enough contains one of these grams whole.
    const stride = Math.max(1, least - GRAM + 1)
    for (let offset = 0; offset + GRAM <= text.length; offset += stride) {
      const gram = text.slice(offset, offset + GRAM)
      let roll = 0
      for (let place = 0; place < GRAM; place += 1) roll = rolled(roll, gram, place)
      const word = roll >>> WORD_BITS
      this.#possible[word] = (this.#possible[word] ?? 0) | (1 << (roll & WORD_MASK))
      const others = this.#grams.get(gram) ?? []
      if (others.length === 0) this.#grams.set(gram, others)
      others.push({ needle, offset })
    }
  }

  /** Finds the parts of needles in a text, in order and without overlap. */
  find(text: string): readonly TextRange[] {
    if (this.#grams.size === 0) return []
    const folded = fold(text)
    const found: TextRange[] = []
    let roll = 0
    let behind = 0
    for (let last = 0; last < folded.length; last += 1) {
      roll = rolled(roll, folded, last)
      if (((this.#possible[roll >>> WORD_BITS] ?? 0) & (1 << (roll & WORD_MASK))) === 0) continue
      const at = last - GRAM + 1
      if (at < behind) continue
      const range = this.#longest(folded, at, behind)
      if (range === undefined) continue
      found.push(range)
      behind = range[1]
    }
    return found
  }

  #longest(folded: string, at: number, behind: number): TextRange | undefined {
    let best: TextRange | undefined
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

/** A number for the last four characters, computed from that for the ones before; different characters may have the same number. */
const rolled = (before: number, text: string, at: number): number =>
  ((before << 5) ^ text.charCodeAt(at)) & ROLL_MASK
