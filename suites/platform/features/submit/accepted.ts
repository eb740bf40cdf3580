import type { Exchange } from '../../../../conformance/exchange.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'

interface More {
  /** Id of the scenario; default is that of the requirement. */
  readonly id?: string
  /** How the known-good submission is changed that it is compared with; default is not at all. */
  readonly comparedWith?: Submission
  /** The requirement that observes the answer in versions that did not allow such a submission. */
  readonly before?: string
}

/** Makes a scenario for a legal submission that must not be refused as invalid (2.1). */
function acceptance(
  requirement: string,
  title: string,
  change: Submission | ((submission: Submission) => Submission),
  { id = requirement, before, comparedWith }: More = {},
): PlatformScenario {
  return scenario<{ answer: Exchange; counterpart: Exchange }>({
    id: `submit/${id}`,
    title,
    async drive({ api, quotes, facts, unique }) {
      const submission =
        typeof change === 'function'
          ? change(uniqueSubmission(facts.submission, {}, unique()))
          : uniqueSubmission(facts.submission, change, unique())
      const answer = await api.submit(submission)
      const usual =
        comparedWith === undefined
          ? quotes.submission()
          : uniqueSubmission(facts.submission, comparedWith, unique())
      return { answer, counterpart: await api.submit(usual) }
    },
    claims: [
      claim(requirement, ({ answer, counterpart }) => notRefusedAsInvalid(answer, counterpart)),
      ...(before === undefined
        ? []
        : [claim<{ answer: Exchange }>(before, ({ answer }) => observedAnswer(answer))]),
    ],
  })
}

const CLAIMS = { claims_count: 2, claims_amount: 60_000 }

export const acceptedSubmissions: readonly PlatformScenario[] = [
  acceptance('taxid-is-optional', 'A submission without a tax id is valid', { insured_taxid: null }),
  acceptance('taxid-is-accepted', 'A tax id in EIN format is valid', { insured_taxid: '12-3456789' }),
  acceptance(
    'year-founded-is-optional',
    'A submission without the founding year is valid',
    { year_founded: null },
    { before: 'year-founded-before-v1-14-0' },
  ),
  acceptance(
    'year-founded-is-optional',
    'A submission with neither tax id nor founding year is valid',
    { insured_taxid: null, year_founded: null },
    { id: 'required-fields-are-enough' },
  ),
  // The rating of claims may read fields that became optional later.
  acceptance(
    'year-founded-is-optional',
    'A submission with claims and without the founding year is valid',
    { year_founded: null, claims: CLAIMS },
    {
      id: 'claims-without-year-founded',
      before: 'year-founded-before-v1-14-0',
      comparedWith: { year_founded: 2009, claims: CLAIMS },
    },
  ),
  acceptance(
    'taxid-is-optional',
    'A submission with claims and without a tax id is valid',
    { insured_taxid: null, claims: CLAIMS },
    { id: 'claims-without-tax-id', comparedWith: { insured_taxid: '12-3456789', claims: CLAIMS } },
  ),
  acceptance(
    'valid-submissions-accepted',
    'A submission whose claims have cents is valid',
    { claims: { claims_count: 1, claims_amount: 1500.75 } },
    { id: 'claims-with-cents', comparedWith: { claims: { claims_count: 1, claims_amount: 1500 } } },
  ),
  acceptance('year-founded-is-accepted', 'A founding year is valid', { year_founded: 2009 }),
  acceptance('highrisk-is-accepted', 'A high-risk submission is valid, whatever its outcome', {
    question_highrisk: true,
  }),
  acceptance('non-ascii-is-accepted', 'Names in any script are valid', {
    insured_contact: { first_name: 'Zoë', last_name: 'Þórsdóttir 東' },
  }),
  acceptance('email-with-a-plus-sign-is-accepted', 'An address with a plus sign is valid', tagged),
]

/** Adds a plus tag to the contact's email. The domain stays, since a platform may compare it with the website. */
function tagged(submission: Submission): Submission {
  const contact = isObject(submission.insured_contact) ? submission.insured_contact : {}
  const email = String(contact.email ?? 'casey@example.com').replace('@', '+cyber-quotes@')
  return { ...submission, insured_contact: { ...contact, email } }
}
