import { describe, expect, test } from 'vitest'
import { isObject } from '../../../../../conformance/json/object.ts'
import { withoutValue, withValue } from '../../../../../conformance/json/pointer.ts'
import { loadSpec } from '../../../../../spec/index.ts'
import { differencesFrom } from './index.ts'
import { type Edit, everywhere, put, renamed, take } from './testing.ts'

const spec = await loadSpec()
const SCHEMAS = '/components/schemas'
const RECORD = `${SCHEMAS}/QuoteRecord/properties`
const SUBMISSION = `${SCHEMAS}/Submission`
const PROPOSAL = '/paths/~1document~1quote-proposal~1stream~1{id}/get/responses'
const BIND = '/paths/~1bind~1{id}/put'
const states = spec.lifecycle.states.map(({ name }) => name)
const required = spec.schema('Submission').required ?? []

/** Legal descriptions: equivalent to the specification, or with additions. */
const legal: readonly (readonly [string, Edit])[] = [
  ['everything in place of references', () => spec.openapi],
  ['schemas under other names', renamed('QuoteRecord', 'Q')],
  [
    'every reference within allOf',
    (d) =>
      everywhere(d, (node) =>
        String(node.$ref).startsWith('#/components/schemas') ? { allOf: [node] } : node,
      ),
  ],
  [
    'everything nullable by its types',
    (d) =>
      everywhere(d, (node) =>
        typeof node.type === 'string' && node.const === undefined && node.enum === undefined
          ? { ...node, type: [node.type, 'null'] }
          : node,
      ),
  ],
  [
    'a nullable part as anyOf',
    put(`${RECORD}/policy_term`, { anyOf: [{ $ref: '#/components/schemas/PolicyTerm' }, { type: 'null' }] }),
  ],
  ['amounts as two types', put(`${SCHEMAS}/Amount`, { type: ['number', 'string'] })],
  ['a field more', put(`${RECORD}/channel`, { type: 'integer' })],
  ['a narrower identifier', put(`${RECORD}/quote_id`, { type: 'string', pattern: '^[0-9a-f-]{36}$' })],
  ['whole counts', put(`${SCHEMAS}/PersonalCyber/properties/count`, { type: 'integer' })],
  ['words of contact that are listed', put(`${SCHEMAS}/Contact/properties/preferred_method/enum`, ['email'])],
  ['an address that is required in full', put(`${SCHEMAS}/Address/required`, ['address_line1'])],
  ['no examples', (d) => everywhere(d, ({ examples: _, example: __, ...node }) => node)],
  [
    'a path before the endpoints',
    (d) => ({
      ...d,
      paths: Object.fromEntries(Object.entries(d.paths as object).map(([path, one]) => [`/api${path}`, one])),
    }),
  ],
  ['another path parameter', renamed('{id}', '{quoteId}')],
  [
    'one answer for all refusals',
    (d) =>
      everywhere(d, (node) =>
        '200' in node && '401' in node
          ? { '200': node['200'], default: { description: 'A refusal' } }
          : '202' in node
            ? { '202': node['202'], '4XX': { description: 'A refusal' } }
            : node,
      ),
  ],
  [
    'an update that is answered 204',
    put('/paths/~1update~1{id}/put/responses', { 204: { description: '' } }),
  ],
  ['no webhooks', take('/webhooks')],
  ['a type parameter', renamed('"application/json"', '"application/json; charset=utf-8"')],
  [
    'only the states that follow a submission',
    put('/paths/~1submit/post/responses/200/content/application~1json/schema', {
      allOf: [
        { $ref: '#/components/schemas/SubmitAnswer' },
        { properties: { data: { properties: { quote_status: { enum: ['pending', 'ready_to_bind'] } } } } },
      ],
    }),
  ],
  [
    'a record for each state',
    put(`${SCHEMAS}/QuoteStatus`, { oneOf: states.map((state) => ({ const: state })) }),
  ],
  ['a reference to another file', put(`${SCHEMAS}/Money`, { $ref: 'money.yaml' })],
]

/** One defect each, with its place. */
const wrong: readonly (readonly [string, Edit, string])[] = [
  [
    'a state that is missing',
    put(`${SCHEMAS}/QuoteStatus/enum`, states.slice(1)),
    `${SCHEMAS}/QuoteStatus/enum`,
  ],
  [
    'a state of former times',
    put(`${SCHEMAS}/QuoteStatus/enum`, [...states, 'published']),
    `${SCHEMAS}/QuoteStatus/enum`,
  ],
  ['numbers as identifiers', put(`${RECORD}/quote_id`, { type: 'integer' }), `${RECORD}/quote_id/type`],
  [
    'an identifier in the path that is a number',
    put('/components/parameters/QuoteId/schema', { type: 'integer' }),
    '/components/parameters/QuoteId/schema',
  ],
  [
    'the premium as a number',
    put(`${SCHEMAS}/PolicyTerm/properties/premium_only`, { type: 'number' }),
    `${SCHEMAS}/PolicyTerm/properties/premium_only/type`,
  ],
  ['money without cents', put(`${SCHEMAS}/Money/pattern`, String.raw`^\d+$`), `${SCHEMAS}/Money/pattern`],
  ['amounts as numbers only', put(`${SCHEMAS}/Amount`, { type: 'number' }), `${SCHEMAS}/Amount/type`],
  [
    'a required field that may be left out',
    put(`${SUBMISSION}/required`, required.slice(1)),
    `${SUBMISSION}/required`,
  ],
  [
    'a tax id that is still required',
    put(`${SUBMISSION}/required`, [...required, 'insured_taxid']),
    `${SUBMISSION}/required`,
  ],
  ['no list of required fields', take(`${SUBMISSION}/required`), `${SUBMISSION}/properties`],
  [
    'an update that requires a contact',
    put(`${SCHEMAS}/Update/required`, ['insured_contact']),
    `${SCHEMAS}/Update/required`,
  ],
  [
    'a day as a moment',
    put(`${SUBMISSION}/properties/effective_date/format`, 'date-time'),
    `${SUBMISSION}/properties/effective_date/format`,
  ],
  [
    'a bind that is answered 200',
    (d) => everywhere(d, ({ '202': bound, ...node }) => (bound ? { ...node, 200: bound } : node)),
    `${BIND}/responses`,
  ],
  [
    'another word for a bind',
    put(`${SCHEMAS}/BindAnswer/properties/status`, { const: 'success' }),
    `${SCHEMAS}/BindAnswer/properties/status/const`,
  ],
  [
    'a bind that is a form',
    (d) => withValue(d, `${BIND}/requestBody/content`, { 'application/x-www-form-urlencoded': {} }),
    `${BIND}/requestBody/content`,
  ],
  [
    'documents in JSON',
    put('/components/responses/Pdf/content', { 'application/json': {} }),
    '/components/responses/Pdf/content',
  ],
  [
    'refusals of documents in JSON',
    put('/components/responses/NoProposal/content', { 'application/json': {} }),
    '/components/responses/NoProposal/content',
  ],
  [
    'an event that names its quote by a number',
    (d) =>
      withValue(d, `${SCHEMAS}/ProposalReadyEvent/allOf/1/properties/data/properties/quoteId`, {
        type: 'integer',
      }),
    `${SCHEMAS}/ProposalReadyEvent/allOf/1/properties/data/properties/quoteId/type`,
  ],
]

const gaps: readonly (readonly [string, Edit, string])[] = [
  [
    'no limit of regulatory cover',
    take(`${SCHEMAS}/CoverageDetails/properties/regulatory_limit`),
    `${SCHEMAS}/CoverageDetails/properties`,
  ],
  ['no list of states', take(`${SCHEMAS}/QuoteStatus/enum`), `${SCHEMAS}/QuoteStatus/type`],
  [
    'no 409 of the proposal, nor anything that stands for it',
    (d) => ['409', '4XX'].reduce((left, code) => withoutValue(left, `${PROPOSAL}/${code}`), d),
    PROPOSAL,
  ],
  [
    'no signature of an event',
    take('/webhooks/policy.created/post/parameters/2'),
    '/webhooks/policy.created/post/parameters',
  ],
]

test('each field that may be left out is reported', () => {
  const lax = put(`${SUBMISSION}/required`, ['claims'])(structuredClone(spec.document))
  expect(differencesFrom(spec, isObject(lax) ? lax : {})).toHaveLength(required.length - 1)
})

const differences = (edit: Edit, kind: string) => {
  const document = edit(structuredClone(spec.document))
  return differencesFrom(spec, isObject(document) ? document : {}).filter((one) => one.kind === kind)
}

describe('a description with', () => {
  test.each(legal)('%s contradicts nothing', (_name, edit) => {
    expect(differences(edit, 'contradiction')).toEqual([])
  })

  test.each(wrong)('%s contradicts at that place, and nowhere else', (_name, edit, at) => {
    expect([...new Set(differences(edit, 'contradiction').map((one) => one.at))]).toEqual([at])
  })

  test.each(gaps)('%s contradicts nothing and leaves that out', (_name, edit, at) => {
    expect(differences(edit, 'contradiction')).toEqual([])
    expect([...new Set(differences(edit, 'gap').map((one) => one.at))]).toEqual([at])
  })
})

test.each(spec.versions.map(({ id }) => id))(
  'the description of %s leaves nothing out and contradicts nothing',
  async (version) => {
    const judged = await loadSpec({ version })
    expect(differencesFrom(judged, judged.document)).toEqual([])
  },
)
