import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'

interface Trace {
  /** Signatures wrong in the first digit; `late` ones are wrong in the last digit. */
  readonly early: readonly Exchange[]
  readonly late: readonly Exchange[]
}

const PAIRS = 30

/**
 * Observes how long signature comparison takes, which depends on the first difference if it stops there. The network may hide
 * it: this proves nothing either way.
 */
export const answerTimes: ReceiverScenario = sendScenario<Trace>({
  id: 'observations/answer-times',
  owes: false,
  exclusive: true,
  title: 'The times of refusals are measured',
  async drive({ time, draft, changed, signature, sendGuarded, isSilent }) {
    const run = await time()
    const wrongAt = async (place: number) => {
      const one = draft('quote.created')
      const hex = signature(one)
      const digit = hex[place] === '0' ? '1' : '0'
      return sendGuarded(changed(one, { signature: hex.slice(0, place) + digit + hex.slice(place + 1) }))
    }
    const early: Exchange[] = []
    const late: Exchange[] = []
    for (let left = PAIRS; left > 0 && run.has('variantsMs') && !(await isSilent()); left -= 1) {
      early.push(await wrongAt(0))
      late.push(await wrongAt(63))
    }
    return { early, late }
  },
  claims: [claim('receiver-observe-constant-time', spread)],
})

function spread({ early, late }: Trace): Verdict {
  const [first, last] = [timesOf(early), timesOf(late)]
  if (first.length < 10 || last.length < 10)
    return cannotTell('too few refusals were answered to compare their times')
  const difference = Math.abs(middle(first) - middle(last))
  // A real difference must be larger than the spread of single answers.
  const floor = Math.max(range(first), range(last))
  return observed(
    `medians of ${first.length} refusals each, wrong in the first and in the last digit, differ by ${ms(difference)}; ` +
      `half of the answers lie within ${ms(floor)}, the floor of this measurement: it proves nothing about constant time`,
  )
}

const timesOf = (exchanges: readonly Exchange[]): readonly number[] =>
  exchanges
    .flatMap(({ timing }) => (timing?.headMs === undefined ? [] : [timing.headMs - (timing.sentMs ?? 0)]))
    .sort((a, b) => a - b)

const at = (sorted: readonly number[], part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
const middle = (sorted: readonly number[]) => at(sorted, 0.5)
const range = (sorted: readonly number[]) => at(sorted, 0.75) - at(sorted, 0.25)
const ms = (value: number) => `${value.toFixed(2)} ms`
