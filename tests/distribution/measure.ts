import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { mergePatch } from '../../conformance/json/merge-patch.ts'
import { broken, brokenBody, brokenRules, isInvalid } from '../../generators/invalid.ts'
import { nearVariation } from '../../generators/near.ts'
import { type Submission, uniqueSubmission } from '../../generators/submission.ts'
import { wideVariation } from '../../generators/wide.ts'
import { loadSpec } from '../../spec/index.ts'

/** Properties of many generated submissions, measured with a second JSON Schema validator. */
export interface Distribution {
  readonly cases: number
  /** Valid submissions that the second validator refuses, and invalid ones that it accepts; the first few as text. */
  readonly wronglyInvalid: readonly string[]
  readonly wronglyValid: readonly string[]
  /** For each optional field: in how many submissions it is present and absent. */
  readonly optional: ReadonlyMap<string, { readonly present: number; readonly absent: number }>
  /** The number of times that each rule was broken, by the requirement that states the rule. */
  readonly rules: ReadonlyMap<string, number>
}

const OPTIONAL = [
  'insured_taxid',
  'year_founded',
  'insured_location/address_line1',
  'insured_location/address_line2',
  'insured_location/address_city',
  'insured_location/address_state',
  'insured_location/address_zip',
  'claims/claims_count',
  'claims/claims_amount',
  'website/has_website',
  'website/domainName',
  'insured_contact/first_name',
  'insured_contact/last_name',
  'insured_contact/email',
  'insured_contact/phone',
  'insured_contact/preferred_method',
]

/** Generates the given number of submissions: a third near the known-good one, a third far from it, a third invalid. */
export async function distribution(base: Submission, cases: number, seed: number): Promise<Distribution> {
  const spec = await loadSpec()
  const second = new Validator(spec.schema('Submission') as object, '2020-12')
  const takes = (body: unknown) => second.validate(body).valid
  const near = nearVariation(base)
  const rules = brokenRules(spec, 'Submission')
  const third = Math.ceil(cases / 3)
  const sample = <T>(arbitrary: fc.Arbitrary<T>, series: number) =>
    fc.sample(arbitrary, { seed: seed + series, numRuns: third })
  let number = 0
  const made = (patch: Submission) => uniqueSubmission(mergePatch(base, patch) as Submission, {}, ++number)

  const valid = [...sample(near, 0), ...sample(wideVariation(String(base.effective_date)), 1)].map(
    ({ patch }) => made(patch),
  )
  const invalid = sample(brokenBody(rules, near), 2).map(({ patch, breaks }) => ({
    breaks,
    text: JSON.stringify(broken(made(patch), breaks)),
  }))
  const counts = new Map<string, number>()
  for (const { breaks } of invalid)
    for (const { requirement } of breaks) counts.set(requirement, (counts.get(requirement) ?? 0) + 1)
  return {
    cases: valid.length + invalid.length,
    wronglyInvalid: valid
      .filter((body) => !takes(body) || isInvalid(spec, 'Submission', JSON.stringify(body)))
      .map((body) => JSON.stringify(body)),
    wronglyValid: invalid.filter(({ text }) => takes(JSON.parse(text))).map(({ text }) => text),
    optional: new Map(
      OPTIONAL.map((path) => {
        const present = valid.filter((body) => has(body, path.split('/'))).length
        return [path, { present, absent: valid.length - present }]
      }),
    ),
    rules: new Map(
      spec.requirements
        .filter(
          ({ field, level }) =>
            field?.schema === 'Submission' && field.rule !== undefined && level === 'must',
        )
        .map(({ id }) => [id, counts.get(id) ?? 0]),
    ),
  }
}

function has(body: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof body !== 'object' || body === null || !(name in body)) return false
  return rest.length === 0 || has((body as Submission)[name], rest)
}
