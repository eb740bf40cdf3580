import { isObject } from '../../../../conformance/json/object.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import { type Finding, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { type ApartBy, apartBy, apartText } from '../../../apart.ts'
import type { Circumstance, Subjects } from './circumstance.ts'
import { CONTENT, FORGED } from './content.ts'
import { COURSE } from './course.ts'
import { isForged, type Question, questionOf, type Times } from './questions.ts'
import { idOf, type SentDelivery, sentIn } from './sent.ts'

/** A single delivery with more circumstances of its own differs from all others in too many ways to tell which of them matters. */
const MOST_OF_ONE = 3

const CIRCUMSTANCES: readonly Circumstance[] = [...COURSE, ...CONTENT, ...FORGED]

/**
 * Adds to the findings on deliveries what sets the wrong deliveries apart. These are circumstances that all wrong ones of the scenario have,
 * and no right one. It stands at the first finding of its kind. Findings without such circumstances stay as they are.
 *
 * @param trace the trace of the scenario: its `effects` say what was processed
 */
export function underDeliveries(verdict: Verdict, trace: unknown, facts: Facts<Spec>): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const sent = sentIn(facts)
  const times = timesIn(trace)
  const asked = (finding: Finding) => {
    const one = sent.get(finding.exchange ?? '')
    return one && questionOf(one, finding, times)
  }
  const all = [...sent.values()]
  const conditions = new Map(
    [...Map.groupBy(verdict.findings, asked)].map(([question, findings]) => [
      question,
      question && conditionOf(question, findings, all, times, facts.spec),
    ]),
  )
  const named = new Set<Question>()
  const findings = verdict.findings.map((finding): Finding => {
    const question = asked(finding)
    const condition = conditions.get(question)
    if (question === undefined || condition === undefined) return finding
    const isFirst = !named.has(question)
    named.add(question)
    const { text, remedy } = condition
    return {
      ...finding,
      ...(isFirst && finding.under === undefined && { under: text }),
      ...(finding.remedy === undefined && remedy !== undefined && { remedy }),
    }
  })
  return { ...verdict, findings }
}

interface Condition {
  readonly text: string
  readonly remedy?: string
}

/**
 * The condition of all deliveries of the scenario that went wrong in the same way. Where they have none, others may have gone wrong
 * for another reason: then it is that of the deliveries that the findings name.
 */
function conditionOf(
  { subjects, isWrong, isRight }: Question,
  findings: readonly Finding[],
  all: readonly SentDelivery[],
  times: Times,
  spec: Spec,
): Condition | undefined {
  const keyOf = (one: SentDelivery) => (subjects === 'events' ? idOf(one) : one.exchange.id)
  const keysOf = (some: readonly SentDelivery[]) => new Set(some.map(keyOf))
  const shown = new Set(findings.map(({ exchange }) => exchange))
  const own = keysOf(all.filter((one) => shown.has(one.exchange.id)))
  const wrong = keysOf(all.filter((one) => isWrong(one, times)))
  const kept = keysOf(all.filter((one) => isRight(one, times)))
  // The circumstances of an event are those of all right deliveries under its id.
  const groups = Map.groupBy(
    all.filter((one) => subjects !== 'events' || !isForged(one)),
    keyOf,
  )
  const named = new Map<string, Circumstance>()
  const wordsOf = (some: readonly SentDelivery[]) => {
    const seen = some.flatMap((one) =>
      CIRCUMSTANCES.flatMap((circumstance) => {
        const words = circumstance.words(one, spec)
        if (words !== undefined) named.set(words, circumstance)
        return words ?? []
      }),
    )
    return [...new Set(seen)]
  }
  const words = new Map([...groups].map(([key, some]) => [key, wordsOf(some)]))
  const chances = new Set([...named].flatMap(([text, { isChance }]) => (isChance === true ? [text] : [])))
  const apart = (broken: ReadonlySet<string | undefined>) =>
    apartBy(
      [...words].flatMap(([key, under]) => {
        if (broken.has(key)) return [{ verdict: failed(), under }]
        return kept.has(key) && !wrong.has(key) ? [{ verdict: passed(), under }] : []
      }),
      { mostOfOne: MOST_OF_ONE, chances },
    )
  const whole = apart(wrong)
  const difference = whole ?? apart(own)
  if (difference === undefined) return undefined
  const remedy = remedyOf(difference, subjects, named)
  const text = textOf(difference, subjects, whole !== undefined)
  return { text, ...(remedy !== undefined && { remedy }) }
}

function textOf(difference: ApartBy, subjects: Subjects, isWhole: boolean): string {
  const words = apartText(difference)
  const { by, exceptions, kept } = difference
  if (by === 'mostly')
    return `all are ${subjects} ${words}, and so ${exceptions === 1 ? 'is' : 'are'} ${exceptions} of ${kept} others`
  return isWhole ? `exactly the ${subjects} ${words}` : `all are ${subjects} ${words}, and no right ones are`
}

/** The advice on which all circumstances that are named agree. */
function remedyOf(
  { by, words }: ApartBy,
  subjects: Subjects,
  named: ReadonlyMap<string, Circumstance>,
): string | undefined {
  if (by === 'together') return undefined
  const [only, ...others] = new Set(words.map((one) => named.get(one)?.remedies?.[subjects]))
  return others.length === 0 ? only : undefined
}

/** How often each event of a trace was processed; empty where it does not say so. Traces have other things of that name, too. */
function timesIn(trace: unknown): Times {
  const effects: unknown = isObject(trace) ? trace.effects : undefined
  const times = isObject(effects) ? effects.times : undefined
  return isObject(times) ? (times as Times) : {}
}
