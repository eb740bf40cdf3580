import { behaviourOf } from '../../targets/sandbox/behaviour.ts'
import type { Variant } from '../../targets/sandbox/variants/index.ts'
import type { Bench } from '../judge.ts'
import { type Judgement, judgeSandbox, outcomesOf } from './judged.ts'
import { type Extent, fits } from './kills.ts'

/** Results of a run that are no breach: observations, and requirements that it could not judge. */
export interface Silence {
  /** By requirement: the observations, sorted and without details that differ between runs. */
  readonly observed: Readonly<Record<string, readonly string[]>>
  /** Requirements that passed. */
  readonly passed: readonly string[]
}

/** The result for variants that are in force together. */
export interface Alarms extends Silence {
  readonly variants: readonly string[]
  /** Requirements that failed or warned on a right platform, each with the scenarios. */
  readonly falseAlarms: Readonly<Record<string, readonly string[]>>
  /** Requirements whose judging was cut off, as if the platform had prevented it. */
  readonly cutOff: Readonly<Record<string, string>>
  /** Why the run did not complete, if it did not. */
  readonly broken?: string
}

/** Nobody waits for the first failure here, and the longest of the scenarios with a sandbox of their own is to begin at once. */
const AT_ONCE = 8

/** Judges a platform with several variants in force; without any it is the standard one. */
export async function judgeVariants(
  bench: Bench,
  variants: readonly Variant[],
  extent: Extent = 'whole',
): Promise<Alarms> {
  const judgement = await judgeSandbox(bench, {
    options: {
      ...Object.assign({}, ...variants.map(({ options }) => options)),
      behaviour: behaviourOf(...variants.map(({ change }) => change)),
    },
    scenarios: extent === 'fewest' ? steady(bench) : [],
    exclusive: AT_ONCE,
  })
  const allowed = variants.flatMap(({ warns = [] }) => warns)
  const alarms = judgement.checks.filter(
    ({ outcome, requirement }) =>
      outcome === 'failed' ||
      (outcome === 'warned' && !allowed.some((pattern) => fits(pattern, requirement))),
  )
  const byRequirement = Map.groupBy(alarms, ({ requirement }) => requirement)
  return {
    variants: variants.map(({ id }) => id),
    falseAlarms: Object.fromEntries(
      [...byRequirement].map(([id, own]) => [id, [...new Set(own.map(({ scenario }) => scenario))]]),
    ),
    cutOff: Object.fromEntries(
      judgement.checks.flatMap(({ requirement, scenario, verdict }) =>
        verdict.kind === 'cannot-tell' && verdict.cutOff === true
          ? [[requirement, `${verdict.why} (${scenario})`] as const]
          : [],
      ),
    ),
    ...silenceOf(judgement),
    ...(judgement.end.how === 'completed' ? {} : { broken: judgement.end.why }),
  }
}

/** Says whether a right platform got no false alarm and nothing was cut off. */
export const stands = ({ falseAlarms, cutOff, broken }: Alarms): boolean =>
  Object.keys(falseAlarms).length === 0 && Object.keys(cutOff).length === 0 && broken === undefined

/** Every scenario with fixed cases. Generated cases judge the same statements and take longer. */
function steady({ suite }: Bench): readonly string[] {
  return suite.scenarios.filter(({ generated }) => generated !== true).map(({ id }) => id)
}

function silenceOf(judgement: Judgement): Silence {
  const observed: Record<string, Set<string>> = {}
  for (const { requirement, verdict, outcome } of judgement.checks) {
    if (outcome !== 'observed') continue
    observed[requirement] ??= new Set()
    observed[requirement].add(verdict.kind === 'observed' ? settled(verdict.what) : verdict.kind)
  }
  const outcomes = outcomesOf(judgement)
  return {
    observed: Object.fromEntries(Object.entries(observed).map(([id, words]) => [id, [...words].sort()])),
    passed: [...outcomes].filter(([, outcome]) => outcome === 'passed').map(([id]) => id),
  }
}

/** Replaces numbers of quotes, ids and times, which differ between runs and say nothing about the platform. */
function settled(words: string): string {
  return words
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d+(\.\d+)?(?= ms\b)/g, '<time>')
}

/** Requirements whose results differ between two runs. */
export function differing(one: Silence, other: Silence): readonly string[] {
  const ids = new Set([...Object.keys(one.observed), ...Object.keys(other.observed)])
  return [...ids]
    .filter((id) => JSON.stringify(one.observed[id]) !== JSON.stringify(other.observed[id]))
    .sort()
}

/** Requirements that passed in the first run and not in the second. */
export function hidden(one: Silence, other: Silence): readonly string[] {
  return one.passed.filter((id) => !other.passed.includes(id))
}
