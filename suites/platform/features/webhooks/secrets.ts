import type { SecretFacts } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'

export interface SecretsTrace {
  /** The facts of the secrets of each endpoint, the oldest first. */
  readonly endpoints: readonly (readonly SecretFacts[])[]
  /** True when an operator looked at an endpoint or changed it after its registration. */
  readonly looked: boolean
  readonly rotations: number
}

/** Actions on an endpoint that make no secret. */
const LOOKS = ['endpoint_status', 'enable_endpoint'] as const

/** Each endpoint has a secret of its own, which is shown once (6.signature.2, 6.signature.3, R24, R36). */
export const signingSecrets: PlatformScenario = scenario<SecretsTrace>({
  id: 'webhooks/secrets',
  title: 'Each signing secret belongs to one endpoint and is shown once',
  needs: [{ offers: 'endpoints' }],
  // Two rotations follow each other at once: which of three secrets signs in the grace periods is open (R29).
  exempt: ['signature-verifies'],
  async drive({ webhooks, operator }) {
    const first = await webhooks.open(['quote.created'])
    const second = await webhooks.open(['quote.created', 'policy.created'])
    const looks = LOOKS.filter((action) => operator.can(action))
    const look = async () => {
      for (const action of looks)
        for (const { id } of [first, second]) await operator.perform(action, { endpoint_id: id })
    }
    await look()
    const rotations = operator.can('rotate_secret') ? 2 : 0
    for (let turn = 0; turn < rotations; turn += 1) {
      await first.rotate()
      await look()
    }
    const third = await webhooks.open(['quote.created'])
    await look()
    return {
      endpoints: [first, second, third].map((endpoint) => endpoint.secrets()),
      looked: looks.length + rotations > 0,
      rotations,
    }
  },
  claims: [
    claim('signing-secret-per-endpoint', ({ endpoints }) => eachItsOwn(endpoints)),
    claim('rotation-makes-a-new-secret', (trace) =>
      trace.rotations === 0
        ? cannotTell('no secret can be rotated', 'operator.rotate_secret')
        : eachRotationNew(trace.endpoints),
    ),
    claim('signing-secret-is-shown-once', (trace) =>
      trace.looked
        ? shownOnce(trace.endpoints)
        : cannotTell('nothing shows an endpoint after its registration', 'operator.endpoint_status'),
    ),
  ],
})

function eachItsOwn(endpoints: SecretsTrace['endpoints']): Verdict {
  const owners = new Map<number, number>()
  for (const [place, secrets] of endpoints.entries())
    for (const { mark, shownIn } of secrets) {
      const owner = owners.get(mark) ?? place
      owners.set(mark, owner)
      if (owner !== place)
        return failed({
          expected: 'a secret that no other endpoint has',
          observed: `endpoints ${owner + 1} and ${place + 1} have the same one`,
          ...exchangeOf(shownIn),
        })
    }
  return passed()
}

function eachRotationNew(endpoints: SecretsTrace['endpoints']): Verdict {
  for (const secrets of endpoints) {
    const again = secrets.find(({ mark }, place) => secrets.findIndex((one) => one.mark === mark) < place)
    if (again !== undefined)
      return failed({
        expected: 'another secret after a rotation',
        observed: 'one that the endpoint has had before',
        ...exchangeOf(again.shownIn),
      })
  }
  return passed()
}

/** Where two endpoints have one secret, or a rotation returns the old one, it is shown again for that reason. */
function shownOnce(endpoints: SecretsTrace['endpoints']): Verdict {
  const all = endpoints.flat()
  const made = new Map<number, number>()
  for (const { mark } of all) made.set(mark, (made.get(mark) ?? 0) + 1)
  const again = all.find(({ mark, shownIn }) => shownIn.length > (made.get(mark) ?? 1))
  return again === undefined
    ? passed()
    : failed({
        expected: 'no answer with the secret but the one that made it',
        observed: `${again.shownIn.length} answers with it`,
        ...exchangeOf(again.shownIn),
      })
}

const exchangeOf = (shownIn: readonly string[]) => {
  const exchange = shownIn.at(-1)
  return exchange === undefined ? {} : { exchange }
}
