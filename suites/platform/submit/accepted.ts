import type { Exchange } from '../../../conformance/exchange.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { describe, finding, withAnswer } from '../judge/answer.ts'
import { at, jsonOf } from '../judge/json.ts'

/** One legal way to submit that the published fields allow, and that must not be refused as invalid (2.1). */
function acceptance(requirement: string, title: string, change: Submission): PlatformScenario {
  return scenario<Exchange>({
    id: `submit/${requirement}`,
    title,
    async drive({ api, facts, unique }) {
      return api.submit(uniqueSubmission(facts.submission, change, unique()))
    },
    claims: [claim(requirement, notRefusedAsInvalid)],
  })
}

export const acceptedSubmissions: readonly PlatformScenario[] = [
  acceptance('taxid-is-optional', 'A submission without a tax id is valid', { insured_taxid: null }),
  acceptance('taxid-is-accepted', 'A tax id in EIN format is valid', { insured_taxid: '12-3456789' }),
  acceptance('year-founded-is-optional', 'A submission without the founding year is valid', {
    year_founded: null,
  }),
  acceptance('year-founded-is-accepted', 'A founding year is valid', { year_founded: 2009 }),
  acceptance('highrisk-is-accepted', 'A high-risk submission is valid, whatever becomes of it', {
    question_highrisk: true,
  }),
  acceptance('non-ascii-is-accepted', 'Names in any script are valid', {
    insured_contact: { first_name: 'Zoë', last_name: 'Þórsdóttir 東' },
  }),
]

/** Served, or declined for what it says; what becomes of a valid submission is the target's own affair (R4). */
export function notRefusedAsInvalid(exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) => {
    const word = at(jsonOf(exchange), '/status')
    if (answer.status === 200 && word === 'approved') return passed()
    if (answer.status === 400 && word === 'declined') return passed('declined')
    return failed(finding(exchange, 'a valid submission that is not refused as invalid', describe(answer)))
  })
}
