import { expect, test } from 'vitest'
import { failed, passed } from '../../../conformance/verdict.ts'
import { RATED, story } from '../ledger/testing.ts'
import { apart, underCircumstances } from '../statements/under-circumstances.ts'
import { judgedByQuote } from './judged-by-quote.ts'
import type { JourneyTrace } from './trace.ts'

const facts = story(...RATED, 'update', 'beside submit', 'beside shows ready_to_bind')
const ids = [...new Set(facts.exchanges.flatMap(({ quoteId }) => quoteId ?? []))]
const quotes = ids.map((id) => ({ id })) as unknown as JourneyTrace['quotes']
const refused = failed({ expected: '202', observed: '409' })

test('the verdicts on a quote are one, and its circumstances stand with it', () => {
  const verdicts = [
    { requirement: 'bind-answers-202', verdict: refused, quote: 0 },
    { requirement: 'bind-answers-202', verdict: passed(), quote: 0 },
    { requirement: 'bind-answers-202', verdict: passed(), quote: 1 },
    { requirement: 'policy-in-issued', verdict: refused, quote: 1 },
  ]
  const judged = judgedByQuote(verdicts, 'bind-answers-202', { quotes }, facts)
  expect(judged.map(({ verdict }) => verdict.kind)).toEqual(['failed', 'passed'])
  expect(underCircumstances(judged, apart(judged))).toEqual(
    failed({
      ...{ expected: '202', observed: '409' },
      under:
        'of an insured with several quotes, after an update (broken by 1 of 2 quotes: exactly those after an update)',
    }),
  )
})
