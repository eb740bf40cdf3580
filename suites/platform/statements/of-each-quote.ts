import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { allDecided, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { ApartSubject } from '../../apart.ts'
import { circumstancesIn } from '../ledger/circumstances.ts'
import { type QuoteSubject, quotesIn } from '../ledger/quotes.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { apart, USUAL, underCircumstances } from './under-circumstances.ts'

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
    const quotes = quotesIn(facts)
    if (quotes.length === 0) return undefined
    const circumstances = circumstancesIn(facts)
    const judged = quotes.flatMap((one): ApartSubject[] => {
      const verdict = judge(one, facts)
      return verdict === undefined ? [] : [{ verdict, under: circumstances.get(one) ?? [] }]
    })
    if (judged.length === 0) return undefined
    const verdict = underCircumstances(judged, apart(judged), allDecided)
    if (verdict.kind !== 'passed') return verdict
    const passed = judged.flatMap((one) => (one.verdict.kind === 'passed' ? [one.under] : []))
    const isUsual = passed.some((under) => under.length === 0)
    return { ...verdict, under: [...(isUsual ? [USUAL] : []), ...new Set(passed.flat())] }
  },
})
