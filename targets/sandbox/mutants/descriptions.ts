import { parse } from 'yaml'
import type { Mutant } from './mutant.ts'

/** A mistake in the published description: replaces a passage of its text. */
const describing = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  [passage, instead]: readonly [RegExp | string, string],
): Mutant => ({
  id,
  says,
  kills,
  change: ({ http }) => ({
    http: { description: (text) => http.description(text).replaceAll(passage, instead) },
  }),
})

const AGREES: Mutant['kills'] = ['description-agrees-with-the-fields']
const COMPLETE: Mutant['kills'] = ['description-is-complete']

/** Mistakes in the published description: in its form, its endpoints, its fields and its answers (1). */
export const descriptionMutants: readonly Mutant[] = [
  describing(
    'describes-itself-in-3-0',
    'The published description is still one of OpenAPI 3.0',
    ['description-is-openapi-3-1'],
    [/openapi: ['"]?3\.1\.\d['"]?/g, "openapi: '3.0.3'"],
  ),
  {
    id: 'describes-itself-in-json',
    says: 'The description is published as the framework writes it, in JSON',
    kills: ['description-is-openapi-3-1'],
    change: ({ http }) => ({
      http: { description: (text) => JSON.stringify(parse(http.description(text))) },
    }),
  },
  describing(
    'describes-with-a-broken-reference',
    'The published description refers to a schema that it does not contain',
    ['description-is-valid'],
    [/^ {4}QuoteRecord:/gm, '    RecordOfQuote:'],
  ),
  describing(
    'describes-no-policy-preview',
    'The published description lacks the policy preview',
    ['description-lists-the-endpoints'],
    ['/document/policy-preview/', '/document/preview-of-the-policy/'],
  ),
  describing(
    'describes-no-integration-key',
    'The published description does not know the integration key',
    ['description-requires-both-credentials'],
    [/^ {4}integrationKey: \[\]\n/gm, ''],
  ),
  describing(
    'describes-another-key-header',
    'The published description names the key header as it was planned at first',
    ['description-requires-both-credentials'],
    ['name: x-integration-key', 'name: x-api-key'],
  ),
  describing(
    'describes-amounts-as-numbers',
    'The published description has amounts as numbers, as the database does',
    AGREES,
    [/^( {4}Money:\n(?: .*\n)*? {6}type: )string/gm, '$1number'],
  ),
  describing(
    'describes-the-premium-as-a-number',
    'Only the published description has the premium as a number',
    AGREES,
    [/premium_only: \{ \$ref: "#\/components\/schemas\/Money"/g, 'premium_only: { type: number'],
  ),
  describing(
    'describes-quotes-by-numbers',
    'Quotes have numbers for ids in the published description, as in the service before this one',
    AGREES,
    [/^( {8}quote_id:\n {10}type: )string\n {10}format: uuid/gm, '$1integer'],
  ),
  describing(
    'describes-no-underwriter-review',
    'The published description lists the states without the review by an underwriter',
    AGREES,
    [/(enum: \[pending,[^\]]*), underwriter_review/g, '$1'],
  ),
  describing('describes-binds-as-done', 'The published description has a bind answered with 200', AGREES, [
    /"202":/g,
    '"200":',
  ]),
  describing(
    'describes-the-tax-id-as-required',
    'The published description still requires the tax id',
    AGREES,
    [/^( {8}- insured_contact\n)/gm, '$1        - insured_taxid\n'],
  ),
  describing(
    'describes-retentions-as-free',
    'The published description lets a submission go without its retention',
    AGREES,
    [/^ {8}- retention\n( {8}- website\n)/gm, '$1'],
  ),
  describing(
    'describes-documents-as-json',
    'Documents have the content type of everything else in the published description',
    AGREES,
    ['application/pdf:', 'application/json:'],
  ),
  describing(
    'describes-no-data-recovery',
    'The published description lacks the limit of data recovery',
    COMPLETE,
    [/^ {8}data_recovery_limit: \{.*\n/gm, ''],
  ),
  describing(
    'describes-no-wait-for-proposals',
    'The published description does not say that a proposal may come later',
    COMPLETE,
    [/^ {8}"409": .*\n {8}4XX: .*\n/gm, ''],
  ),
]
