import { Type } from '../../../conformance/json/type.ts'
import { OPERATOR_ACTIONS, type OperatorAction } from '../../../conformance/ports/operator.ts'
import { specified } from '../../../spec/index.ts'
import { optional } from '../../../spec/shape.ts'
import {
  address,
  base,
  common,
  defaulted,
  duration,
  hostAndPort,
  key,
  map,
  nonEmptyText,
  pemFile,
  program,
  token,
  variables,
  type Written,
} from './common.ts'

const clientKeys = { client_id: nonEmptyText, client_secret: nonEmptyText }
const client = map('a map with client_id and client_secret', clientKeys)
const partner = map('a map with client_id, client_secret and integration_key', {
  ...clientKeys,
  integration_key: key,
})

const patch = Type.Record(Type.String(), Type.Unknown(), {
  description: 'a merge patch of the submission as a map',
})

const headers = Type.Record(
  Type.String(),
  Type.String({ pattern: '^[\t\\x20-\\x7e]*$', description: 'printable ASCII' }),
  {
    description: 'a map of header names to texts',
    propertyNames: {
      pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
      description: 'a map of header names to texts',
    },
  },
)

const http = map('a map with url and, at choice, method, headers and body', {
  method: Type.String({ pattern: '^[A-Za-z]+$', description: 'an HTTP method', default: 'POST' }),
  url: Type.String({
    format: 'url-template',
    description: 'an http or https address without user or fragment',
  }),
  headers: defaulted(headers, {}),
  body: optional(Type.Unknown({ description: 'any value' })),
})

const action = Type.Object(
  {
    http: optional(http),
    command: optional(program),
    returns: defaulted(
      Type.Record(
        Type.String(),
        Type.String({ pattern: '^(/.*)?$', description: 'a JSON Pointer such as /id' }),
        { description: 'a map of names to JSON Pointers into the answer' },
      ),
      {},
    ),
  },
  {
    additionalProperties: false,
    description: 'a map with either http or command',
    oneOf: [{ required: ['http'] }, { required: ['command'] }],
  },
)

/** An operator action, as a profile writes it. */
export type WrittenAction = Written<typeof action>

const operator = Type.Unsafe<
  Partial<Record<OperatorAction, WrittenAction>> & { readonly env?: readonly string[] }
>({
  ...map(
    'a map of operator actions',
    Object.fromEntries([
      ['env', variables],
      ...Object.keys(OPERATOR_ACTIONS).map((one) => [one, optional(Type.Ref('#/$defs/action'))]),
    ]),
  ),
  default: {},
})

const listenerTls = Type.Unsafe<'own' | { readonly key: string; readonly cert: string }>({
  description: 'own, or a map with key and cert',
  if: { type: 'object', description: 'a map' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: map('a map with key and cert', { key: pemFile, cert: pemFile }),
  else: { const: 'own', description: 'own, or a map with key and cert' },
})

/** A profile of a platform: shape, type and defaults in one place. */
export const platformShape = Type.Object(
  {
    ...common,
    base_url: base,
    auth_url: address,
    description: optional(
      Type.String({ minLength: 1, description: 'a file name or an http or https address' }),
    ),
    credentials: map('a map with client_id, client_secret and integration_key', {
      ...clientKeys,
      integration_key: key,
      secondary_integration_key: optional(key),
      inactive_client: optional(client),
      other_partner: optional(partner),
      disabled_partner: optional(partner),
      expired_token: optional(token),
      partner_id: optional(nonEmptyText),
    }),
    submission: optional(
      Type.Unsafe<string | Readonly<Record<string, unknown>>>({
        type: ['object', 'string'],
        minLength: 1,
        description: 'a submission as a map, or the name of a JSON or YAML file that holds one',
      }),
    ),
    outcomes: defaulted(
      map('a map of outcomes to merge patches of the submission', {
        ready_to_bind: optional(patch),
        underwriter_review: optional(patch),
        approved_rate: optional(patch),
        declined: optional(patch),
        failed: optional(patch),
        retention_raised: optional(patch),
      }),
      {},
    ),
    webhooks: optional(
      map('a map with listen, public_url, signing_secret or tls', {
        listen: optional(hostAndPort),
        public_url: optional(base),
        signing_secret: optional(nonEmptyText),
        tls: optional(listenerTls),
      }),
    ),
    operator,
    timing: defaulted(
      map('a map of durations', {
        poll_interval: duration(`${specified().pollIntervalMs}ms`),
        rating: duration('60s'),
        proposal: duration('60s'),
        issue: duration('120s'),
        delivery_slack: duration(`${specified().deliverySlackMs}ms`),
        answer: duration('30s'),
        run: duration('120m'),
        registration: duration('120s'),
        longest_wait: optional(duration()),
      }),
      {},
    ),
  },
  { additionalProperties: false, description: 'a map of profile keys', $defs: { action } },
)

/** A platform profile as it is written down, with defaults filled in. */
export type WrittenProfile = Written<typeof platformShape>
export type WrittenClient = Written<typeof client>
export type WrittenPartner = Written<typeof partner>
