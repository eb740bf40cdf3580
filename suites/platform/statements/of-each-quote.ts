import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { allDecided, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { circumstancesOf, type QuoteSubject, quotesIn } from '../ledger/quotes.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'

/** Judges one quote of a ledger; undefined where it does not concern the statement. */
export type JudgeQuote = (one: QuoteSubject, facts: Facts<Spec>) => Verdict | undefined

const DELIVERED: PlatformNeed = { offers: 'webhooks' }

/** Scenarios that together show every statement. */
const SHOWN_IN = ['webhooks/events-of-a-quote', 'journeys/combined', 'webhooks/late-endpoint']

/** Makes a statement about every quote of every scenario. Its verdict names the circumstances that set the quotes apart. */
export const ofEachQuote = (requirement: string, judge: JudgeQuote): PlatformStandingClaim => ({
  requirement,
  shownIn: SHOWN_IN,
  needs: [DELIVERED],
  relies: ['requests', 'deliveries', 'operator'],
  judge(facts) {
    const judged = quotesIn(facts).flatMap((one) => {
      const verdict = judge(one, facts)
      return verdict === undefined ? [] : [{ verdict, under: circumstancesOf(one) }]
    })
    if (judged.length === 0) return undefined
    const verdict = allDecided(judged.map((one) => underOf(one.verdict, one.under)))
    if (verdict.kind !== 'passed') return verdict
    const passed = judged.flatMap((one) => (one.verdict.kind === 'passed' ? [one.under] : []))
    return { ...verdict, under: [...new Set(passed)] }
  },
})

function underOf(verdict: Verdict, under: string): Verdict {
  if (verdict.kind !== 'failed') return verdict
  return { ...verdict, findings: verdict.findings.map((finding) => ({ under, ...finding })) }
}
