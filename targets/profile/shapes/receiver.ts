import { Type } from '../../../conformance/json/type.ts'
import { optional } from '../../../spec/shape.ts'
import {
  address,
  common,
  defaulted,
  duration,
  map,
  nonEmptyText,
  program,
  variables,
  type Written,
} from './common.ts'

/** A profile of a webhook receiver: shape, type and defaults in one place. */
export const receiverShape = Type.Object(
  {
    ...common,
    receiver: map('a map with url and signing_secret', {
      url: address,
      signing_secret: nonEmptyText,
      previous_signing_secret: optional(nonEmptyText),
      revoked_signing_secret: optional(nonEmptyText),
      partner_id: optional(nonEmptyText),
      brokerage_id: optional(nonEmptyText),
      effects: optional(address),
      restart: optional(program),
      env: variables,
    }),
    timing: defaulted(
      map('a map of durations', { effects: duration('10s'), repeats: optional(duration()) }),
      {},
    ),
  },
  { additionalProperties: false, description: 'a map of profile keys' },
)

/** A receiver profile as it is written down, with defaults filled in. */
export type WrittenReceiver = Written<typeof receiverShape>
