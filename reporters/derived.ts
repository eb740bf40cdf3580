import { combine, type Outcome } from '../conformance/outcome.ts'

/** The parts of a requirement that are needed to derive outcomes. */
interface Verdicted {
  readonly id: string
  readonly verdict: Outcome
  readonly reason: string
  /** Ids of the requirements by which it is judged; absent where it has claims of its own. */
  readonly judgedBy?: readonly string[]
}

/** Derives the outcome of requirements that are judged by other requirements. */
export function withDerived<R extends Verdicted>(requirements: readonly R[]): readonly R[] {
  const byId = new Map(requirements.map((one) => [one.id, one]))
  return requirements.map((one) => {
    const cited = one.judgedBy?.flatMap((id) => byId.get(id) ?? [])
    if (cited === undefined || cited.length === 0) return one
    const verdict = combine(cited.map((other) => other.verdict))
    const telling = cited.filter((other) => other.verdict === verdict)
    const [first] = telling
    if (first === undefined) return { ...one, verdict }
    const reason =
      verdict === 'passed'
        ? `judged by ${telling.map(({ id }) => id).join(', ')}`
        : `judged by ${first.id}: ${first.reason}`
    return { ...one, verdict, reason }
  })
}
