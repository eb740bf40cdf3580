import { isObject } from '../../../../conformance/json/object.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import { type Finding, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { type ApartBy, apartBy, apartText } from '../../../apart.ts'
import type { Effects } from '../effects/processed.ts'
import type { Circumstance, Subjects } from './circumstance.ts'
import { CONTENT, FORGED } from './content.ts'
import { COURSE } from './course.ts'
import { isForged, QUESTIONS, type Question, type Times } from './questions.ts'
import { idOf, type SentDelivery, sentIn } from './sent.ts'

/** A single delivery with more circumstances of its own differs from all others in too many ways to tell which of them matters. */
const MOST_OF_ONE = 3

const CIRCUMSTANCES: readonly Circumstance[] = [...COURSE, ...CONTENT, ...FORGED]

/**
 * Adds to the findings on deliveries what sets those apart that went wrong. These are circumstances that all of them share, and none of
 * the others in the scenario. It stands at the first finding of its kind. Findings without such circumstances stay as they are.
 *
 * @param trace of the scenario; what was processed is read from its `effects`, where it has any
 */
export function underDeliveries(verdict: Verdict, trace: unknown, facts: Facts<Spec>): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const sent = sentIn(facts)
  const times = timesIn(trace)
  const questionOf = (finding: Finding) => {
    const one = sent.get(finding.exchange ?? '')
    return one && QUESTIONS.find(({ isAsked }) => isAsked(one, finding, times))
  }
  const all = [...sent.values()]
  const conditions = new Map(
    [...Map.groupBy(verdict.findings, questionOf)].map(([question, findings]) => [
      question,
      question && conditionOf(question, findings, all, times, facts.spec),
    ]),
  )
  const named = new Set<Question>()
  const findings = verdict.findings.map((finding): Finding => {
    const question = questionOf(finding)
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

function conditionOf(
  { subjects, isRight }: Question,
  findings: readonly Finding[],
  all: readonly SentDelivery[],
  times: Times,
  spec: Spec,
): Condition | undefined {
  const keyOf = (one: SentDelivery) => (subjects === 'events' ? idOf(one) : one.exchange.id)
  const shown = new Set(findings.map(({ exchange }) => exchange))
  const broken = new Set(all.flatMap((one) => (shown.has(one.exchange.id) ? [keyOf(one)] : [])))
  const kept = new Set(all.flatMap((one) => (isRight(one, times) ? [keyOf(one)] : [])))
  const verdictOf = (key: string | undefined) =>
    broken.has(key) ? failed() : kept.has(key) ? passed() : undefined
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
  // The circumstances of an event are those of all right deliveries under its id.
  const judged = [
    ...Map.groupBy(
      all.filter((one) => subjects !== 'events' || !isForged(one)),
      keyOf,
    ),
  ].flatMap(([key, some]) => {
    const verdict = verdictOf(key)
    return verdict === undefined ? [] : [{ verdict, under: wordsOf(some) }]
  })
  const chances = new Set([...named].flatMap(([words, { isChance }]) => (isChance === true ? [words] : [])))
  const difference = apartBy(judged, { mostOfOne: MOST_OF_ONE, chances })
  if (difference === undefined) return undefined
  const remedy = remedyOf(difference, subjects, named)
  return { text: textOf(difference, subjects), ...(remedy !== undefined && { remedy }) }
}

function textOf(difference: ApartBy, subjects: Subjects): string {
  const words = apartText(difference)
  return difference.by === 'mostly'
    ? `all of them ${subjects} ${words}, as are ${difference.exceptions} of ${difference.kept} others`
    : `exactly the ${subjects} ${words}`
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

/** How often each event of a trace was processed; empty where it does not say so. */
function timesIn(trace: unknown): Times {
  const effects = isObject(trace) ? (trace.effects as Effects | undefined) : undefined
  return effects !== undefined && 'times' in effects ? effects.times : {}
}
