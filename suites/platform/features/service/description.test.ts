import { loadSpec } from '../../../../spec/index.ts'
import { type ClaimRow, testClaims } from '../../../testing/claim-table.ts'
import { type Edit, everywhere, put, renamed, take } from './described/testing.ts'
import { description } from './description.ts'

const spec = await loadSpec()
const trace = { document: spec.document, isJson: false, problems: [] as readonly string[] }
type Trace = typeof trace
type Row = ClaimRow<Trace>

const AGREES = 'description-agrees-with-the-fields'
const COMPLETE = 'description-is-complete'
const CREDENTIALS = 'description-requires-both-credentials'
const ENDPOINTS = 'description-lists-the-endpoints'

const row = (
  requirement: string,
  name: string,
  change: NonNullable<Row['change']>,
  expected: Row['expected'],
  at?: string,
): Row => ({ requirement, with: name, change, expected, ...(at !== undefined && { finding: { at } }) })

const edited = (requirement: string, name: string, edit: Edit, expected: Row['expected'], at?: string): Row =>
  row(requirement, name, (one) => ({ ...one, document: edit(one.document) }), expected, at)

const keyAsHeader: Edit = (document) =>
  everywhere({ ...document, security: [{ accessToken: ['quote'] }] }, (node) =>
    'responses' in node
      ? {
          ...node,
          parameters: [
            ...(Array.isArray(node.parameters) ? node.parameters : []),
            { name: 'X-Integration-Key', in: 'header', required: true, schema: { type: 'string' } },
          ],
        }
      : node,
  )

const either = [{ accessToken: [] }, { integrationKey: [] }]

testClaims(description, {
  spec,
  trace,
  rows: [
    ...[AGREES, COMPLETE, CREDENTIALS, ENDPOINTS].flatMap((id) => [
      row(id, 'nothing changed', (one) => one, 'passed'),
    ]),
    ...[AGREES, COMPLETE, CREDENTIALS].map((id) =>
      row(id, 'no document', (one) => ({ ...one, document: undefined }), 'cannot-tell'),
    ),
    edited(
      AGREES,
      'another type',
      put('/components/schemas/Money/type', 'number'),
      'failed',
      '/components/schemas/Money/type',
    ),
    edited(
      COMPLETE,
      'a field less',
      take('/components/schemas/Claims/properties/claims_count'),
      'failed',
      '/components/schemas/Claims/properties',
    ),
    edited(CREDENTIALS, 'the key as a required header', keyAsHeader, 'passed'),
    edited(CREDENTIALS, 'the token only', put('/security', [{ accessToken: [] }]), 'failed', '/security'),
    edited(CREDENTIALS, 'either credential', put('/security', either), 'failed', '/security'),
    edited(CREDENTIALS, 'no credential', take('/security'), 'failed', '/paths/~1submit/post'),
    edited(
      CREDENTIALS,
      'one endpoint without the key',
      put('/paths/~1submit/post/security', [{ accessToken: [] }]),
      'failed',
      '/paths/~1submit/post/security',
    ),
    row('description-is-openapi-3-1', 'YAML', (one) => one, 'passed'),
    row('description-is-openapi-3-1', 'JSON', (one) => ({ ...one, isJson: true }), 'passed'),
    row('description-in-yaml', 'YAML', (one) => one, 'passed'),
    row('description-in-yaml', 'JSON', (one) => ({ ...one, isJson: true }), 'failed'),
    edited('description-is-openapi-3-1', 'version 3.0', put('/openapi', '3.0.3'), 'failed', '/openapi'),
    row('description-is-valid', 'no problem', (one) => one, 'passed'),
    row('description-is-valid', 'a problem', (one) => ({ ...one, problems: ['bad'] }), 'failed'),
    edited(ENDPOINTS, 'slashes at the end', renamed('{id}":', '{id}/":'), 'passed'),
    edited(ENDPOINTS, 'no bind', take('/paths/~1bind~1{id}'), 'failed', '/paths'),
    edited('path-carries-no-version', 'its own paths', (one) => one, 'passed'),
    edited('path-carries-no-version', 'a version in a path', put('/paths', { '/v1/submit': {} }), 'failed'),
  ],
})
