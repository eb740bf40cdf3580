import { Type } from '../../../conformance/json/type.ts'
import { JOURNEY_STEPS, type JourneyStep } from '../../../conformance/ports/client.ts'
import { optional } from '../../../spec/shape.ts'
import {
  base,
  common,
  defaulted,
  duration,
  hostAndPort,
  map,
  program,
  variables,
  type Written,
} from './common.ts'

const steps = Type.Array(Type.Enum([...JOURNEY_STEPS], { description: JOURNEY_STEPS.join(', ') }), {
  minItems: 1,
  uniqueItems: true,
  contains: { const: 'submit' },
  description: `a list of ${JOURNEY_STEPS.join(', ')}, with submit among them`,
})

/** A profile of an API client: shape, type and defaults in one place. */
export const clientShape = Type.Object(
  {
    ...common,
    client: map('a map with command, env, timeout, journey, listen or public_url', {
      command: optional(program),
      env: variables,
      timeout: duration('120s'),
      journey: defaulted(Type.Unsafe<readonly JourneyStep[]>(steps), [...JOURNEY_STEPS]),
      listen: defaulted(hostAndPort, '127.0.0.1:0'),
      public_url: optional(base),
    }),
  },
  { additionalProperties: false, description: 'a map of profile keys' },
)

/** A client profile as it is written down, with defaults filled in. */
export type WrittenClientProfile = Written<typeof clientShape>
